import { z } from "zod";
import { listPending } from "@/lib/clarification/list-pending";
import { storableText } from "@/lib/text";
import { bundleShape } from "@/lib/shapes";
import { defineTool } from "../tool";

export const listPendingQuestions = defineTool({
  name: "list_pending_questions_kandev",
  title: "List pending questions",
  description:
    "Lists the questions that agents are waiting on and that you may answer, oldest first, with the ids answer_question_kandev takes. " +
    "Poll it with next_cursor while that is not empty.",
  group: "questions",
  surfaces: ["external"],
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace_id: storableText.optional().describe("Only questions of tasks in this workspace"),
    created_since: storableText.optional().describe("RFC 3339; only questions asked then or later"),
    cursor: storableText.optional().describe("next_cursor of the page before"),
    limit: z.number().optional().describe("Questions a page: 50 by default, at most 200"),
  }),
  output: z.object({ bundles: z.array(bundleShape), count: z.number(), next_cursor: z.string() }),
  handler: (ctx, input) =>
    listPending(ctx, {
      workspaceId: input.workspace_id,
      createdSince: input.created_since,
      cursor: input.cursor,
      limit: input.limit,
    }),
});
