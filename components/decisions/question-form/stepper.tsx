"use client";

import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { QuestionView } from "@/lib/views";
import { isAnswered, type QuestionDraft } from "./draft";

interface Props {
  questions: readonly QuestionView[];
  drafts: readonly QuestionDraft[];
  step: number;
  onGo: (step: number) => void;
}

/** The way between the questions of a bundle: navigation, each step says whether it is answered. */
export function Stepper({ questions, drafts, step, onGo }: Props) {
  const t = useTranslations("decisions.steps");
  return (
    <nav aria-label={t("label")}>
      <ol className="flex items-center">
        {questions.map((question, index) => {
          const draft = drafts[index];
          const answered = draft !== undefined && isAnswered(draft);
          const current = index === step;
          return (
            <li key={index} className="flex items-center">
              {index > 0 && <span aria-hidden className="h-px w-4 bg-line-strong max-sm:hidden" />}
              <button
                type="button"
                data-testid="question-step"
                data-answered={answered}
                aria-current={current ? "step" : undefined}
                aria-label={t("step", {
                  number: index + 1,
                  total: questions.length,
                  titled: question.title === "" ? "no" : "yes",
                  title: question.title,
                  answered: answered ? "yes" : "no",
                })}
                className="group flex size-7 items-center justify-center rounded-full pointer-coarse:h-11 pointer-coarse:w-9 sm:pointer-coarse:w-11"
                onClick={() => onGo(index)}
              >
                <span
                  className={clsx(
                    "flex size-5 items-center justify-center rounded-full border text-xs font-medium tabular-nums",
                    current
                      ? "border-accent bg-accent text-accent-ink"
                      : answered
                        ? "border-accent bg-accent-soft text-accent-text"
                        : "border-line-strong text-muted group-hover:bg-hover",
                  )}
                >
                  {answered ? <Check size={12} strokeWidth={3} aria-hidden /> : index + 1}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
