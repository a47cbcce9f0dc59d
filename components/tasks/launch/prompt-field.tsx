"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { FIELD, FieldFrame } from "../../ui/field";
import { GrowingTextarea } from "../../ui/growing-textarea";

/** The first message to an agent that is about to be started. */
export function PromptField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useTranslations("tasks.prompt");
  const id = useId();
  return (
    <FieldFrame id={id} label={t("label")} optional hint={t("hint")}>
      <GrowingTextarea
        id={id}
        data-testid="launch-prompt"
        aria-describedby={`${id}-hint`}
        className={`${FIELD} max-h-[30dvh] min-h-20`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
