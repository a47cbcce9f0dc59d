"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { announce } from "@/lib/client/announce";
import type { AnswerInput } from "@/lib/client/respond";
import { runesOverLimit } from "@/lib/client/runes";
import type { BundleView } from "@/lib/views";
import {
  assembleAnswers,
  type BundleDraft,
  countAnswered,
  type DraftAction,
  firstUnanswered,
  reduceDraft,
} from "./draft";
import { useBundleDraft } from "./use-bundle-draft";

interface Options {
  bundle: BundleView;
  /** True while a decision is on its way: nothing can be changed. */
  blocked: boolean;
  onAnswer: (answers: AnswerInput[]) => void;
}

/** The behaviour of a question form, apart from how it looks: used where a bundle is answered. */
export function useQuestionForm({ bundle, blocked, onAnswer }: Options) {
  const t = useTranslations("decisions.form");
  const [draft, dispatch] = useBundleDraft(bundle);
  const card = useRef<HTMLDivElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  const counterId = useId();

  const { questions } = bundle;
  const single = questions.length === 1;
  const step = draft.step;
  const last = step === questions.length - 1;
  const current = draft.questions[step];
  const hasText = current !== undefined && current.text.trim() !== "";
  /** Choosing an option sends it: one question, one option, nothing typed. */
  const instant = single && current?.several === false && !hasText;

  // The card's question is read out, and number keys go on working, because the focus follows the step.
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    card.current?.focus();
  }, [step]);

  const go = (to: number) => {
    if (to < 0 || to >= questions.length || to === step) return;
    wantsFocus.current = true;
    dispatch({ type: "go", step: to });
  };

  const send = (from: BundleDraft) => {
    const missing = firstUnanswered(from);
    if (missing < 0) return onAnswer(assembleAnswers(questions, from));
    const tooLong = runesOverLimit(from.questions[missing]?.text ?? "") > 0;
    const where = { number: missing + 1, total: questions.length };
    announce(tooLong ? t("tooLong") : single ? t("missing") : t("missingAt", where));
    go(missing);
  };

  /** On to the next question; at the last one, to whatever is left to do. Nothing is sent without Submit. */
  const afterAnswer = (next: BundleDraft) => {
    if (single) return;
    if (!last) return go(step + 1);
    const answered = countAnswered(next);
    const total = questions.length;
    if (answered < total) return announce(t("saidAnswered", { answered, total }));
    announce(t("saidAll", { total }));
    submitButton.current?.focus();
  };

  const form = {
    counterId,
    draft,
    step,
    single,
    instant,
    complete: firstUnanswered(draft) < 0,
    answered: countAnswered(draft),
    go,
    pick: (optionId: string) => {
      if (blocked || current === undefined) return;
      const repeated = current.selected.includes(optionId);
      const action: DraftAction = { type: "pick", index: step, optionId };
      const next = instant && repeated ? draft : reduceDraft(draft, action);
      if (next !== draft) dispatch(action);
      if (instant) send(next);
      else if (!current.several && !hasText && !repeated) afterAnswer(next);
    },
    type: (text: string) => {
      if (!blocked) dispatch({ type: "text", index: step, text });
    },
    setSeveral: (several: boolean) => {
      if (!blocked) dispatch({ type: "several", index: step, several });
    },
    /** Enter in the text: sends the only question, else goes on. */
    commitText: () => {
      if (blocked) return;
      if (single) send(draft);
      else afterAnswer(draft);
    },
    submit: () => {
      if (!blocked) send(draft);
    },
  };
  return { form, cardRef: card, submitRef: submitButton };
}

export type QuestionForm = ReturnType<typeof useQuestionForm>["form"];
