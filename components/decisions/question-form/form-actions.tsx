"use client";

import { clsx } from "clsx";
import { ArrowLeft, ArrowRight, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent, RefObject } from "react";
import { Button } from "../../ui/button";
import { SubmitKeys } from "../../ui/kbd";
import { RuneCounter } from "./rune-counter";
import type { QuestionForm } from "./use-question-form";

interface Props {
  form: QuestionForm;
  submitRef: RefObject<HTMLButtonElement | null>;
  total: number;
  hasOptions: boolean;
  sending: boolean;
}

/** On touch screens a tap here must not close the keyboard first: the button would move away under the finger. */
function keepKeyboard(event: MouseEvent): void {
  if (window.matchMedia("(pointer: coarse)").matches) event.preventDefault();
}

/** Back, Next and Submit, always at the same place. */
export function FormActions({ form, submitRef, total, hasOptions, sending }: Props) {
  const t = useTranslations("decisions.form");
  const hint = form.complete
    ? t("sendHint")
    : form.single
      ? t("chooseFirst")
      : t("answered", { answered: form.answered, total });
  return (
    <>
      <RuneCounter id={form.counterId} text={form.draft.questions[form.step]?.text ?? ""} />
      <div
        onMouseDown={keepKeyboard}
        className="flex min-h-10 items-center gap-2 py-1.5 pointer-coarse:min-h-14"
      >
        {!form.single && (
          <>
            <Button
              variant="ghost"
              blocked={form.step === 0 || sending}
              onClick={() => form.go(form.step - 1)}
            >
              <ArrowLeft size={14} aria-hidden />
              {t("back")}
            </Button>
            <Button
              variant="ghost"
              blocked={form.step === total - 1 || sending}
              onClick={() => form.go(form.step + 1)}
            >
              {t("next")}
              <ArrowRight size={14} aria-hidden />
            </Button>
          </>
        )}
        <span className="flex-1" />
        {form.instant && !sending ? (
          <span className={clsx("text-meta text-muted", !hasOptions && "pointer-coarse:hidden")}>
            {t(hasOptions ? "choosingSends" : "enterSends")}
          </span>
        ) : (
          <Button
            ref={submitRef}
            data-hint={hint}
            aria-description={hint}
            variant="primary"
            data-testid="question-submit"
            blocked={!form.complete || sending}
            onClick={form.submit}
          >
            {sending && <LoaderCircle size={14} className="animate-spin" aria-hidden />}
            {t(sending ? "sending" : "submit")}
            {!sending && <SubmitKeys />}
          </Button>
        )}
      </div>
    </>
  );
}
