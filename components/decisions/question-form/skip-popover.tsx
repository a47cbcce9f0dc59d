"use client";

import { X } from "lucide-react";
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
  const id = useId();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const what = total === 1 ? "this question" : `all ${total} questions`;
  return (
    <Popover.Root open={open && !blocked} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          data-testid="question-skip"
          aria-label={`Skip ${what}`}
          title={`Skip ${what}`}
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
          <p id={`${id}-title`} className="font-medium">{`Skip ${what}?`}</p>
          <p className="mb-2 text-meta text-muted">
            The agent is told that you decline to answer. This is final.
          </p>
          <label htmlFor={`${id}-reason`} className="text-meta font-medium">
            Reason for the agent <span className="font-normal text-muted">(optional)</span>
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
              <Button variant="ghost">Keep it open</Button>
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
              {total === 1 ? "Skip question" : `Skip ${total} questions`}
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
