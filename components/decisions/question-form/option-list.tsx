"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import type { OptionView } from "@/lib/views";

interface Props {
  /** Prefix for ids, and the name of the group. */
  id: string;
  labelledBy: string;
  options: readonly OptionView[];
  selected: readonly string[];
  several: boolean;
  blocked: boolean;
  onPick: (optionId: string) => void;
}

const STEPS: Partial<Record<string, (at: number, length: number) => number>> = {
  ArrowDown: (at, length) => (at + 1) % length,
  ArrowUp: (at, length) => (at - 1 + length) % length,
  Home: () => 0,
  End: (_, length) => length - 1,
};

/** Arrows move without choosing, because choosing may send: browsers would choose along the way. */
function moveFocus(event: KeyboardEvent<HTMLFieldSetElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const inputs = [...event.currentTarget.querySelectorAll("input")];
  const at = inputs.findIndex((input) => input === event.target);
  if (at < 0) return;
  event.preventDefault();
  inputs[step(at, inputs.length)]?.focus();
}

/** The options of a question: radio buttons, or check boxes when several may be chosen. */
export function OptionList({ id, labelledBy, options, selected, several, blocked, onPick }: Props) {
  const t = useTranslations("decisions.form");
  return (
    <fieldset
      aria-labelledby={labelledBy}
      aria-describedby={`${id}-keys`}
      className="flex min-w-0 flex-col gap-1"
      onKeyDown={moveFocus}
    >
      <p id={`${id}-keys`} className="sr-only">
        {t("keys")}
      </p>
      {options.map((option, index) => {
        const chosen = selected.includes(option.option_id);
        return (
          <label
            key={option.option_id}
            data-testid="question-option"
            data-chosen={chosen}
            className={clsx(
              "flex min-h-9 items-start gap-2.5 rounded-md border px-2.5 py-1.5 pointer-coarse:min-h-11 pointer-coarse:py-2.5",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent-text",
              chosen ? "border-accent bg-accent-soft" : "border-line bg-raised hover:bg-hover",
              blocked ? "cursor-default opacity-70" : "cursor-pointer",
            )}
          >
            <input
              type={several ? "checkbox" : "radio"}
              name={id}
              checked={chosen}
              aria-disabled={blocked || undefined}
              aria-labelledby={`${id}-label-${index}`}
              aria-describedby={option.description === "" ? undefined : `${id}-text-${index}`}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
              onChange={() => undefined}
              onClick={() => onPick(option.option_id)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.metaKey || event.ctrlKey) return;
                event.preventDefault();
                if (!event.repeat) onPick(option.option_id);
              }}
            />
            <span className="min-w-0 flex-1">
              <span id={`${id}-label-${index}`} className="prose-text block font-medium">
                {option.label === "" ? option.option_id : option.label}
              </span>
              {option.description !== "" && (
                <span id={`${id}-text-${index}`} className="prose-text block text-meta text-muted">
                  {option.description}
                </span>
              )}
            </span>
            {index < 9 && (
              <kbd
                aria-hidden
                className="mt-0.5 rounded-sm border border-line px-1 font-mono text-xs leading-4 text-muted pointer-coarse:hidden"
              >
                {index + 1}
              </kbd>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
