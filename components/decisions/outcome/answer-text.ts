import type { AnswerView, QuestionView } from "@/lib/views";

export interface AnswerText {
  readonly prompt: string;
  readonly labels: readonly string[];
  readonly text: string;
}

/** Answers in words: labels for option ids (the id where no option has it), in the bundle's order. */
export function answerTexts(
  questions: readonly QuestionView[],
  answers: readonly AnswerView[],
): AnswerText[] {
  return questions.map((question) => {
    const answer = answers.find((candidate) => candidate.question_id === question.question_id);
    return {
      prompt: question.prompt,
      labels: (answer?.selected_options ?? []).map(
        (id) => question.options.find((option) => option.option_id === id)?.label ?? id,
      ),
      text: (answer?.custom_text ?? "").trim(),
    };
  });
}

/** Answers as plain text to copy: one paragraph for each question that has an answer. */
export function answersToCopy(questions: readonly QuestionView[], answers: readonly AnswerView[]): string {
  const texts = answerTexts(questions, answers).filter(
    (answer) => answer.labels.length > 0 || answer.text !== "",
  );
  return texts
    .map(({ prompt, labels, text }) => {
      const answer = [labels.join(", "), text].filter((part) => part !== "").join("\n");
      return texts.length === 1 ? answer : `${prompt}\n${answer}`;
    })
    .join("\n\n");
}
