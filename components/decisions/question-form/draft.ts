import type { StoredDraft } from "@/lib/client/drafts";
import { runesOverLimit } from "@/lib/client/runes";
import type { AnswerInput } from "@/lib/client/respond";
import type { QuestionView } from "@/lib/views";

/** What a person has chosen and typed for one question. Options and text can be combined (N7). */
export interface QuestionDraft {
  readonly selected: readonly string[];
  /** Options are check boxes: several may be chosen. */
  readonly several: boolean;
  readonly text: string;
}

/** One draft for each question, in the bundle's order. Ids are not used as keys: `__proto__` is a legal one. */
export interface BundleDraft {
  readonly step: number;
  readonly questions: readonly QuestionDraft[];
}

export type DraftAction =
  | { readonly type: "pick"; readonly index: number; readonly optionId: string }
  | { readonly type: "several"; readonly index: number; readonly several: boolean }
  | { readonly type: "text"; readonly index: number; readonly text: string }
  | { readonly type: "go"; readonly step: number }
  | { readonly type: "restore"; readonly draft: BundleDraft };

const EMPTY: QuestionDraft = { selected: [], several: false, text: "" };

export function emptyDraft(questions: readonly QuestionView[]): BundleDraft {
  return { step: 0, questions: questions.map(() => EMPTY) };
}

export function reduceDraft(draft: BundleDraft, action: DraftAction): BundleDraft {
  switch (action.type) {
    case "pick":
      return change(draft, action.index, (question) => pick(question, action.optionId));
    case "several":
      return change(draft, action.index, (question) => ({
        ...question,
        several: action.several,
        selected: action.several ? question.selected : question.selected.slice(0, 1),
      }));
    case "text":
      return change(draft, action.index, (question) => ({ ...question, text: action.text }));
    case "go":
      return { ...draft, step: Math.min(Math.max(0, action.step), Math.max(0, draft.questions.length - 1)) };
    case "restore": // it comes a moment after the page, which may be used already
      return draft.questions.every((question) => question === EMPTY) ? action.draft : draft;
  }
}

/** Choosing what is chosen takes it back: an answer may be text alone. */
function pick(question: QuestionDraft, optionId: string): QuestionDraft {
  const chosen = question.selected.includes(optionId);
  if (!question.several) return { ...question, selected: chosen ? [] : [optionId] };
  const rest = question.selected.filter((id) => id !== optionId);
  return { ...question, selected: chosen ? rest : [...rest, optionId] };
}

function change(
  draft: BundleDraft,
  index: number,
  to: (question: QuestionDraft) => QuestionDraft,
): BundleDraft {
  return {
    ...draft,
    questions: draft.questions.map((question, at) => (at === index ? to(question) : question)),
  };
}

/** Whether a question has an answer that the server would take. */
export function isAnswered(question: QuestionDraft): boolean {
  if (runesOverLimit(question.text) > 0) return false;
  return question.selected.length > 0 || question.text.trim() !== "";
}

export function countAnswered(draft: BundleDraft): number {
  return draft.questions.filter(isAnswered).length;
}

/** The first question without a usable answer, -1 when the bundle can be sent. */
export function firstUnanswered(draft: BundleDraft): number {
  return draft.questions.findIndex((question) => !isAnswered(question));
}

/**
 * The answers as they are sent: one for each question in the bundle's order, options in the question's order. The
 * text goes out as it was typed: the server counts before it trims, and so does the limit here.
 */
export function assembleAnswers(questions: readonly QuestionView[], draft: BundleDraft): AnswerInput[] {
  return questions.map((question, index) => {
    const { selected, text } = draft.questions[index] ?? EMPTY;
    return {
      question_id: question.question_id,
      selected_options: question.options
        .map((option) => option.option_id)
        .filter((id) => selected.includes(id)),
      custom_text: text.trim() === "" ? "" : text,
    };
  });
}

export function toStored(questions: readonly QuestionView[], draft: BundleDraft): StoredDraft {
  return {
    step: draft.step,
    questions: draft.questions.map((question, index) => ({
      question_id: questions[index]?.question_id ?? "",
      ...question,
      selected: [...question.selected],
    })),
  };
}

/** A stored draft fitted to the bundle it was made for; what does not fit is dropped. */
export function fromStored(questions: readonly QuestionView[], stored: StoredDraft): BundleDraft {
  const fitted = questions.map((question, index): QuestionDraft => {
    const kept = stored.questions[index];
    if (kept === undefined || kept.question_id !== question.question_id) return EMPTY;
    const known = kept.selected.filter((id) => question.options.some((option) => option.option_id === id));
    return { selected: kept.several ? known : known.slice(0, 1), several: kept.several, text: kept.text };
  });
  return reduceDraft({ step: 0, questions: fitted }, { type: "go", step: stored.step });
}
