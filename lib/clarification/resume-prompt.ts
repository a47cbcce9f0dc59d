import type { QuestionView } from "@/lib/views";
import type { NormalizedOutcome } from "./validate-outcome";

/**
 * What an agent of ours reads when its question was answered after it stopped waiting (contract 6.5): `Q<n>` and `A<n>`
 * for each question, labels joined by ", ", the custom text after " - " when both are there, "(no answer)" when neither.
 */
export function resumePrompt(
  questions: readonly QuestionView[],
  outcome: Extract<NormalizedOutcome, { status: "answered" }>,
): string {
  const lines = questions.flatMap((question, index) => {
    const answer = outcome.answers[index];
    const chosen = new Set(answer?.selected_options);
    const labels = question.options
      .filter((option) => chosen.has(option.option_id))
      .map((option) => option.label);
    const parts = [labels.join(", "), answer?.custom_text ?? ""].filter((part) => part !== "");
    return [`Q${index + 1}: ${question.prompt}`, `A${index + 1}: ${parts.join(" - ") || "(no answer)"}`];
  });
  return ["The person answered your earlier questions:", ...lines, "Go on with this."].join("\n");
}
