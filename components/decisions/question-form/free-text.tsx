"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { announce } from "@/lib/client/announce";
import { ANSWER_MAX_UTF16_UNITS, runesOverLimit } from "@/lib/client/runes";
import { GrowingTextarea } from "../../ui/growing-textarea";
import { Kbd } from "../../ui/kbd";
import { isComposing } from "../../ui/shortcut-scope";

interface Props {
  id: string;
  /** The counter beside the buttons, where it is seen however far the text is scrolled. */
  counterId: string;
  label: string;
  text: string;
  hasOptions: boolean;
  blocked: boolean;
  onText: (text: string) => void;
  onCommit: () => void;
}

/** Enter commits where a keyboard is at hand; on touch screens it makes a new line, and Submit or Next commits. */
const hasKeyboard = () => window.matchMedia("(pointer: fine)").matches;

/** The answer in one's own words. */
export function FreeText({ id, counterId, label, text, hasOptions, blocked, onText, onCommit }: Props) {
  const t = useTranslations("decisions.form");
  const over = runesOverLimit(text) > 0;
  const blank = text.trim() === "";

  const commit = () => {
    if (blank || blocked) return;
    if (over) announce(t("tooLong"));
    else onCommit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const plain = !event.shiftKey && !event.altKey && !event.metaKey && !event.ctrlKey;
    if (event.key !== "Enter" || !plain || isComposing(event) || !hasKeyboard()) return;
    event.preventDefault();
    if (!event.repeat) commit();
  };

  return (
    <div
      className={clsx(
        "flex items-end gap-2 rounded-md border bg-raised pe-1.5 focus-within:outline-2 focus-within:outline-offset-1",
        over ? "border-bad focus-within:outline-bad" : "focus-within:outline-accent-text",
        !over && (blank ? "border-line-strong" : "border-accent"),
      )}
    >
      <GrowingTextarea
        id={id}
        data-testid="question-free-text"
        aria-label={label}
        aria-describedby={counterId}
        aria-invalid={over || undefined}
        placeholder={t(hasOptions ? "orInOwnWords" : "inOwnWords")}
        value={text}
        readOnly={blocked}
        maxLength={ANSWER_MAX_UTF16_UNITS}
        enterKeyHint="enter"
        className="max-h-40 min-h-9 bg-transparent px-2.5 py-2 leading-5 outline-none pointer-coarse:min-h-11 pointer-coarse:py-3"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {!blank && (
        <span aria-hidden className="shrink-0 py-2 text-xs text-muted max-sm:hidden pointer-coarse:hidden">
          {t.rich("newLine", { key: () => <Kbd>⇧↵</Kbd> })}
        </span>
      )}
    </div>
  );
}
