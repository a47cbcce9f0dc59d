"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useId } from "react";
import type { BundleView } from "@/lib/views";
import { FreeText } from "./free-text";
import { OptionList } from "./option-list";
import type { QuestionForm } from "./use-question-form";

interface Props {
  bundle: BundleView;
  /** The prompt of the current question, rendered on the server. */
  prompt: ReactNode;
  form: QuestionForm;
  cardRef: RefObject<HTMLDivElement | null>;
  blocked: boolean;
  onPick: (optionId: string) => void;
}

/** One question: prompt, options, free text. The others of the bundle keep their state while it is shown. */
export function QuestionCard({ bundle, prompt, form, cardRef, blocked, onPick }: Props) {
  const t = useTranslations("decisions.form");
  const id = useId();
  const question = bundle.questions[form.step];
  const draft = form.draft.questions[form.step];
  if (question === undefined || draft === undefined) return null;

  const total = bundle.questions.length;
  const position = form.single ? "" : t("position", { number: form.step + 1, total });
  const meta = [position, question.title].filter((part) => part !== "").join(" · ");
  return (
    <div ref={cardRef} tabIndex={-1} role="group" aria-labelledby={`${id}-prompt`} className="outline-none">
      <div className="flex items-center justify-between gap-3 text-meta text-muted">
        <p className="prose-text line-clamp-2 min-w-0">{meta}</p>
        {question.options.length > 1 && (
          <label className="flex shrink-0 items-center gap-1.5 pointer-coarse:-my-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              data-testid="question-several"
              className="size-3.5 accent-accent pointer-coarse:size-4"
              checked={draft.several}
              aria-disabled={blocked || undefined}
              onChange={(event) => form.setSeveral(event.target.checked)}
            />
            {t("several")}
          </label>
        )}
      </div>
      <div id={`${id}-prompt`} data-testid="question-prompt" className="mb-2 text-base font-medium">
        {question.prompt === "" ? <p className="text-muted">{t("noPrompt")}</p> : prompt}
      </div>
      <div className="flex flex-col gap-1.5">
        {question.options.length > 0 && (
          <OptionList
            key={form.step}
            id={`${id}-${form.step}`}
            labelledBy={`${id}-prompt`}
            options={question.options}
            selected={draft.selected}
            several={draft.several}
            blocked={blocked}
            onPick={onPick}
          />
        )}
        <FreeText
          key={`text-${form.step}`}
          id={`${id}-${form.step}-free`}
          counterId={form.counterId}
          label={t(question.options.length > 0 ? "inOwnWords" : "yourAnswer")}
          text={draft.text}
          hasOptions={question.options.length > 0}
          blocked={blocked}
          onText={form.type}
          onCommit={form.commitText}
        />
      </div>
    </div>
  );
}
