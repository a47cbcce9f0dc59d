import { z } from "zod";
import { checkQuestion } from "@/lib/clarification/check-question";
import { omitEmpty } from "@/lib/clarification/omit-empty";
import { SESSION_SURFACES } from "@/lib/sessions/surface";
import { agentResponseShape } from "@/lib/shapes";
import { agentSession, filledId } from "../shapes";
import { defineTool } from "../tool";

export const checkQuestionTool = defineTool({
  name: "check_question_kandev",
  title: "Check a question",
  description:
    "Tells how a question of this session stands, as often as you like: status pending, answered, rejected, cancelled, expired or superseded, with the response once there is one. " +
    "With wait_seconds the call waits that long for an answer. The way to an answer when ask_user_question_kandev ended early.",
  group: "own_session",
  surfaces: SESSION_SURFACES,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  blocking: true,
  input: z.strictObject({
    pending_id: filledId.describe("The pending_id that ask_user_question_kandev named"),
    wait_seconds: z
      .number()
      .min(0)
      .optional()
      .describe("Wait at most this long for an answer; 0 or absent looks once"),
  }),
  output: z.object({ pending_id: z.string(), status: z.string(), response: agentResponseShape.optional() }),
  async handler(ctx, input, { signal, waitsOn }) {
    if (input.wait_seconds) waitsOn(input.pending_id);
    const { response, ...checked } = await checkQuestion(ctx, {
      sessionId: agentSession(ctx.actor),
      pendingId: input.pending_id,
      waitSeconds: Math.min(input.wait_seconds ?? 0, ctx.app.env.KANDEV_QUESTION_WAIT_SECONDS),
      signal,
    });
    return { ...checked, ...(response && { response: omitEmpty(response) }) };
  },
});
