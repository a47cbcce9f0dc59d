import { validationError } from "@/lib/errors";
import type { AnswerView, QuestionView } from "@/lib/views";
import type { Bundle } from "./bundle";
import { countRunes, MAX_RUNES, type Outcome, type SubmittedAnswer, trimWhiteSpace } from "./outcome";

/** A valid outcome in canonical form (N3a): what the claim stores and every caller is told. */
export type NormalizedOutcome =
  | { readonly status: "answered"; readonly answers: readonly AnswerView[] }
  | { readonly status: "rejected"; readonly reason: string };

/**
 * Validates an outcome against the bundle's own questions (N6 to N8b, L16) and normalizes it. Writes nothing and does
 * not ask whether the bundle is still active (P2). Throws validation_error naming the field.
 */
export function validateOutcome(bundle: Bundle, outcome: Outcome): NormalizedOutcome {
  if (bundle.rows.some((row) => row.view.question_id === ""))
    throw validationError(
      "question_id is missing on a message of this bundle, so it cannot be answered or rejected",
    );
  if (countRunes(outcome.reason) > MAX_RUNES) throw validationError(`reason exceeds ${MAX_RUNES} characters`);
  if (outcome.rejected) {
    if (outcome.answers.length > 0) throw validationError("rejected cannot be combined with answers");
    return { status: "rejected", reason: trimWhiteSpace(outcome.reason) };
  }
  return { status: "answered", answers: normalizeAnswers(bundle, outcome.answers) };
}

function normalizeAnswers(bundle: Bundle, answers: readonly SubmittedAnswer[]): AnswerView[] {
  const expected = bundle.rows.map((row) => row.view);
  if (answers.length !== expected.length)
    throw validationError(
      `answers must have exactly ${expected.length} entries, one for each question, but has ${answers.length}`,
    );
  const byQuestion = new Map<string, SubmittedAnswer>();
  const known = new Map(expected.map((question) => [question.question_id, question]));
  for (const [index, answer] of answers.entries()) {
    const at = `answers[${index}]`;
    if (answer.question_id === "") throw validationError(`${at}.question_id is missing`);
    const question = known.get(answer.question_id);
    if (question === undefined) throw validationError(`${at}.question_id is not a question of this bundle`);
    if (byQuestion.has(answer.question_id))
      throw validationError(`${at}.question_id repeats an earlier entry`);
    const offered = offeredIds(question);
    if (answer.selected_options.some((id) => !offered.has(id)))
      throw validationError(`${at}.selected_options names an option that this question does not offer`);
    if (countRunes(answer.custom_text) > MAX_RUNES)
      throw validationError(`${at}.custom_text exceeds ${MAX_RUNES} characters`);
    byQuestion.set(answer.question_id, answer);
  }
  return expected.map((question) => {
    const answer = byQuestion.get(question.question_id);
    const chosen = new Set(answer?.selected_options);
    return {
      question_id: question.question_id,
      selected_options: [...offeredIds(question)].filter((id) => chosen.has(id)),
      custom_text: trimWhiteSpace(answer?.custom_text ?? ""),
    };
  });
}

/** The ids a question offers, in its order. An id that could not be read is shown as '' (L4a) and names nothing. */
const offeredIds = (question: QuestionView): ReadonlySet<string> =>
  new Set(question.options.map((option) => option.option_id).filter((id) => id !== ""));
