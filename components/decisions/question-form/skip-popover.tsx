"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Popover } from "radix-ui";
import { useId, useState } from "react";
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
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  return (
    <Popover.Root open={open && !blocked} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          data-testid="question-skip"
          aria-label={t("named", { total })}
          title={t("named", { total })}
          aria-disabled={blocked || undefined}
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
        >
          <X size={16} aria-hidden />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          side="top"
          sideOffset={6}
          collisionPadding={8}
          aria-labelledby={`${id}-title`}
          className="z-40 w-80 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-raised p-3 shadow-float"
        >
          <p id={`${id}-title`} className="font-medium">
            {t("title", { total })}
          </p>
          <p className="mb-2 text-meta text-muted">{t("explain")}</p>
          <label htmlFor={`${id}-reason`} className="text-meta font-medium">
            {t("reason")} <span className="font-normal text-muted">{common("optional")}</span>
          </label>
          <GrowingTextarea
            id={`${id}-reason`}
            data-testid="question-skip-reason"
            aria-describedby={`${id}-count`}
            aria-invalid={runesOverLimit(reason) > 0 || undefined}
            value={reason}
            maxLength={ANSWER_MAX_UTF16_UNITS}
            className="mt-1 max-h-32 min-h-15 rounded-md border border-line-strong bg-canvas px-2.5 py-1.5"
            onChange={(event) => setReason(event.target.value)}
          />
          <RuneCounter id={`${id}-count`} text={reason} />
          <div className="mt-2 flex justify-end gap-2">
            <Popover.Close asChild>
              <Button variant="ghost">{t("keep")}</Button>
            </Popover.Close>
            <Button
              variant="danger"
              data-testid="question-skip-confirm"
              blocked={runesOverLimit(reason) > 0}
              onClick={() => {
                setOpen(false);
                onSkip(reason);
              }}
            >
              {t("confirm", { total })}
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
