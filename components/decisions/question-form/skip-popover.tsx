"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { ANSWER_MAX_UTF16_UNITS, runesOverLimit } from "@/lib/client/runes";
import { Button } from "../../ui/button";
import { GrowingTextarea } from "../../ui/growing-textarea";
import { RuneCounter } from "./rune-counter";

interface Props {
  total: number;
  blocked: boolean;
  onSkip: (reason: string) => void;
}

/** Declines the whole bundle, in two steps: skipping cannot be taken back, so one stray key must not do it. */
export function SkipPopover({ total, blocked, onSkip }: Props) {
  const t = useTranslations("decisions.skip");
  const common = useTranslations("common");
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => panel.current?.hidePopover();
  useEffect(() => {
    if (blocked) close();
  }, [blocked]);
  const [reason, setReason] = useState("");
  return (
    <>
      <button
        type="button"
        popoverTarget={`${id}-panel`}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-testid="question-skip"
        aria-label={t("named", { total })}
        title={t("named", { total })}
        aria-disabled={blocked || undefined}
        onClick={blocked ? (event) => event.preventDefault() : undefined}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
      >
        <X size={16} aria-hidden />
      </button>
      <div
        ref={panel}
        id={`${id}-panel`}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        onToggle={({ newState }) => {
          setOpen(newState === "open");
          if (newState === "open") field.current?.focus();
        }}
        // Its keys are its own: Escape closes it, not the question.
        onKeyDown={(event) => event.stopPropagation()}
        className="skip-panel w-80 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-raised p-3 shadow-float"
      >
        <p id={`${id}-title`} className="font-medium">
          {t("title", { total })}
        </p>
        <p className="mb-2 text-meta text-muted">{t("explain")}</p>
        <label htmlFor={`${id}-reason`} className="text-meta font-medium">
          {t("reason")} <span className="font-normal text-muted">{common("optional")}</span>
        </label>
        <GrowingTextarea
          ref={field}
          id={`${id}-reason`}
          data-testid="question-skip-reason"
          aria-describedby={`${id}-count`}
          aria-invalid={runesOverLimit(reason) > 0 || undefined}
          value={reason}
          maxLength={ANSWER_MAX_UTF16_UNITS}
          className="mt-1 max-h-32 min-h-15 rounded-md border border-line-strong bg-canvas px-2.5 py-1.5"
          onChange={(event) => setReason(event.target.value)}
        />
        {/* Closed, it counts nothing: an overlay shows one counter, that of its answer. */}
        {open && <RuneCounter id={`${id}-count`} text={reason} />}
        <div className="mt-2 flex justify-end gap-2">
          <Button variant="ghost" onClick={close}>
            {t("keep")}
          </Button>
          <Button
            variant="danger"
            data-testid="question-skip-confirm"
            blocked={runesOverLimit(reason) > 0}
            onClick={() => {
              close();
              onSkip(reason);
            }}
          >
            {t("confirm", { total })}
          </Button>
        </div>
      </div>
    </>
  );
}
