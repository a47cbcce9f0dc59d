"use client";

import { useId } from "react";
import { FIELD, FieldFrame } from "../../ui/field";
import { GrowingTextarea } from "../../ui/growing-textarea";

/** The first message to an agent that is about to be started. */
export function PromptField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      label="First message"
      optional
      hint="What the agent shall do. Without one it starts and waits for you to write."
    >
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
