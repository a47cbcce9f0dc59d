"use client";

import { useId } from "react";
import { FIELD, FieldFrame } from "../../ui/field";
import { GrowingTextarea } from "../../ui/growing-textarea";

interface Props {
  label: string;
  hint: string;
  testId: string;
  value: string;
  onChange: (text: string) => void;
}

/** Lines for a machine: several of them, each taken as it stands. */
export function AreaField({ label, hint, testId, value, onChange }: Props) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} optional hint={hint}>
      <GrowingTextarea
        id={id}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-testid={testId}
        aria-describedby={`${id}-hint`}
        className={`${FIELD} max-h-60 min-h-16 font-mono text-meta`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
