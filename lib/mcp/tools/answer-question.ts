import { z } from "zod";
import { outcomeFields, readOutcome } from "@/lib/clarification/outcome-input";
import { resolveBundle } from "@/lib/clarification/resolve-bundle";
import { responseShape } from "@/lib/shapes";
import { filledId } from "../shapes";
import { defineTool } from "../tool";

export const answerQuestion = defineTool({
  name: "answer_question_kandev",
  title: "Answer a question",
  description:
    "Answers or declines one pending question of an agent: one entry in answers for each of its questions, or rejected: true. " +
    "The first answer wins. If somebody was faster you get claimed: false and their answer, which is no error.",
  group: "questions",
  surfaces: ["external"],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    pending_id: filledId.describe("From list_pending_questions_kandev"),
    ...outcomeFields,
  }),
  output: z.object({
    claimed: z.boolean(),
    status: z.enum(["answered", "rejected"]),
    response: responseShape,
  }),
  handler: (ctx, { pending_id, ...outcome }) =>
    resolveBundle(ctx, { pendingId: pending_id, outcome: readOutcome(outcome) }),
});
