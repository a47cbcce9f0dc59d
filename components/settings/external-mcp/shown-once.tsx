"use client";

import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { CopyButton } from "../../ui/copy-button";
import { FIELD } from "../../ui/field";

interface Props {
  title: string;
  warning: string;
  /** Names the value, for who does not see it. */
  name: string;
  value: string;
  testId: string;
  children?: ReactNode;
}

/** A credential that was just made, the only time its value is known. Takes the focus. */
export function ShownOnce({ title, warning, name, value, testId, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mt-3 animate-rise rounded-md border border-line-strong bg-panel p-3" data-testid={testId}>
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        <span className="prose-text">{title}</span>
      </h3>
      <p className="mt-1 flex gap-1.5 text-meta text-permission">
        <KeyRound size={14} className="mt-[3px] shrink-0" aria-hidden />
        {warning}
      </p>
      <div className="mt-2 flex items-center gap-1">
        <input
          readOnly
          dir="ltr"
          aria-label={name}
          className={`${FIELD} font-mono text-meta`}
          value={value}
          onFocus={(event) => event.target.select()}
          data-testid={`${testId}-value`}
        />
        <CopyButton text={value} what={name} />
      </div>
      {children}
    </div>
  );
}
