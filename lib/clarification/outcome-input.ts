import { z } from "zod";
import { validationError } from "@/lib/errors";
import { storableText } from "@/lib/text";
import type { Outcome } from "./outcome";

/** The outcome fields that REST and the answer tool share. The reason has two names, each accepted by both (contract 4). */
export const outcomeFields = {
  answers: z
    .array(
      z.object({
        question_id: storableText.describe("The question_id of one of the bundle's questions"),
        selected_options: z
          .array(storableText)
          .optional()
          .describe("Zero or more option_id values that this question offers"),
        custom_text: storableText
          .optional()
          .describe("An answer in own words, at most 2000 characters; may stand beside options"),
      }),
    )
    .optional()
    .describe("One entry for each question of the bundle; leave out to decline"),
  rejected: z.boolean().optional().describe("true declines the whole bundle; then without answers"),
  reason: storableText.optional().describe("Why it is declined, at most 2000 characters"),
  reject_reason: storableText.optional().describe("The same as reason"),
};

type OutcomeInput = z.output<z.ZodObject<typeof outcomeFields>>;

/** The outcome a caller submitted. Throws validation_error when the two names of the reason disagree. */
export function readOutcome(input: OutcomeInput): Outcome {
  if (input.reason !== undefined && input.reject_reason !== undefined && input.reason !== input.reject_reason)
    throw validationError("reason and reject_reason are the same field and must not differ");
  return {
    answers: (input.answers ?? []).map((answer) => ({
      question_id: answer.question_id,
      selected_options: answer.selected_options ?? [],
      custom_text: answer.custom_text ?? "",
    })),
    rejected: input.rejected ?? false,
    reason: input.reason ?? input.reject_reason ?? "",
  };
}
