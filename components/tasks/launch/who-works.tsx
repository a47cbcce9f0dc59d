"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

interface Props {
  here: boolean;
  onChange: (here: boolean) => void;
}

/** Whether an agent of this server is started for a task, or one that runs elsewhere connects to it. */
export function WhoWorks({ here, onChange }: Props) {
  const t = useTranslations("tasks.who");
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("legend")}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Choice
          checked={here}
          testId="who-here"
          label={t("here")}
          text={t("hereText")}
          onChoose={() => onChange(true)}
        />
        <Choice
          checked={!here}
          testId="who-elsewhere"
          label={t("elsewhere")}
          text={t("elsewhereText")}
          onChoose={() => onChange(false)}
        />
      </div>
    </fieldset>
  );
}

function Choice({
  checked,
  testId,
  label,
  text,
  onChoose,
}: {
  checked: boolean;
  testId: string;
  label: string;
  text: ReactNode;
  onChoose: () => void;
}) {
  return (
    <label
      className={`flex cursor-pointer items-start gap-2.5 rounded-md border px-2.5 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent-text pointer-coarse:py-3 ${checked ? "border-accent bg-accent-soft" : "border-line bg-raised hover:bg-hover"}`}
    >
      <input
        type="radio"
        name="who"
        data-testid={testId}
        checked={checked}
        className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
        onChange={onChoose}
      />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block text-meta text-muted">{text}</span>
      </span>
    </label>
  );
}
