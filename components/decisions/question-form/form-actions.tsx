"use client";

import { ArrowLeft, ArrowRight, LoaderCircle } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "../../ui/button";
import { Hint } from "../../ui/hint";
import { SubmitKeys } from "../../ui/kbd";
import type { QuestionForm } from "./use-question-form";

interface Props {
  form: QuestionForm;
  submitRef: RefObject<HTMLButtonElement | null>;
  total: number;
  optionCount: number;
  sending: boolean;
}

/** Back, Next, "several" and Submit, always at the same place. */
export function FormActions({ form, submitRef, total, optionCount, sending }: Props) {
  const several = form.draft.questions[form.step]?.several ?? false;
  const hint = form.complete
    ? "Send the answer"
    : form.single
      ? "Choose or type first"
      : `${form.answered} of ${total} answered`;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
      {!form.single && (
        <>
          <Button variant="ghost" blocked={form.step === 0 || sending} onClick={() => form.go(form.step - 1)}>
            <ArrowLeft size={14} aria-hidden />
            Back
          </Button>
          <Button
            variant="ghost"
            blocked={form.step === total - 1 || sending}
            onClick={() => form.go(form.step + 1)}
          >
            Next
            <ArrowRight size={14} aria-hidden />
          </Button>
        </>
      )}
      {optionCount > 1 && (
        <label className="flex items-center gap-1.5 text-meta text-muted pointer-coarse:min-h-11">
          <input
            type="checkbox"
            data-testid="question-several"
            className="size-3.5 accent-accent"
            checked={several}
            aria-disabled={sending || undefined}
            onChange={(event) => form.setSeveral(event.target.checked)}
          />
          Choose several
        </label>
      )}
      <span className="flex-1" />
      {form.instant && !sending ? (
        <span className="text-meta text-muted">
          {optionCount > 0 ? "Choosing an option sends it" : "Enter sends it"}
        </span>
      ) : (
        <Hint text={hint}>
          <Button
            ref={submitRef}
            variant="primary"
            data-testid="question-submit"
            blocked={!form.complete || sending}
            onClick={form.submit}
          >
            {sending && <LoaderCircle size={14} className="animate-spin" aria-hidden />}
            {sending ? "Sending…" : "Submit"}
            {!sending && <SubmitKeys className="opacity-80" />}
          </Button>
        </Hint>
      )}
    </div>
  );
}
