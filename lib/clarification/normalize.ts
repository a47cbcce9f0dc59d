import { validationError } from "@/lib/errors";
import type { Question } from "./question";

export const MAX_QUESTIONS = 4;
export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 6;

export interface AskedQuestion {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly prompt: string;
  readonly options: readonly {
    readonly option_id?: string | undefined;
    readonly label: string;
    readonly description: string;
  }[];
}

/**
 * Checks an ask and gives it its ids: `q1..` and `q1_opt1..` where the agent named none. Throws validation_error that
 * names the question by its number, and an option by its.
 */
export function normalizeQuestions(asked: readonly AskedQuestion[]): Question[] {
  if (asked.length < 1) throw validationError("questions must contain at least 1 question");
  if (asked.length > MAX_QUESTIONS)
    throw validationError(`questions must contain at most ${MAX_QUESTIONS} questions`);
  const ids = new Set<string>();
  return asked.map((question, index) => {
    const number = index + 1;
    const id = question.id || `q${number}`;
    if (ids.has(id)) throw validationError(`questions[${index}].id repeats the id of an earlier question`);
    ids.add(id);
    if (question.prompt.trim() === "") throw validationError(`questions[${index}].prompt must not be blank`);
    if (question.options.length < MIN_OPTIONS)
      throw validationError(`questions[${index}].options must contain at least ${MIN_OPTIONS} options`);
    if (question.options.length > MAX_OPTIONS)
      throw validationError(`questions[${index}].options must contain at most ${MAX_OPTIONS} options`);
    const optionIds = new Set<string>();
    const options = question.options.map((option, position) => {
      const optionId = option.option_id || `q${number}_opt${position + 1}`;
      if (optionIds.has(optionId))
        throw validationError(
          `questions[${index}].options[${position}].option_id repeats the id of an earlier option`,
        );
      optionIds.add(optionId);
      return { option_id: optionId, label: option.label, description: option.description };
    });
    return { id, title: question.title ?? "", prompt: question.prompt, options };
  });
}

/** `context_paragraphs`, joined with a blank line, wins over `context` when it has any. */
export function joinContext(context: string | undefined, paragraphs: readonly string[] | undefined): string {
  return paragraphs !== undefined && paragraphs.length > 0 ? paragraphs.join("\n\n") : (context ?? "");
}

/** The key that makes two asks of one session the same ask (contract 6.1): ids, prompts and options, not titles or context. */
export function askKey(questions: readonly Pick<Question, "id" | "prompt" | "options">[]): string {
  return JSON.stringify(
    questions.map(({ id, prompt, options }) => [
      id,
      prompt,
      options.map(({ option_id, label, description }) => [option_id, label, description]),
    ]),
  );
}
