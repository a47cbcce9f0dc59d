import { z } from "zod";
import { listConversation } from "@/lib/messages/list-conversation";
import { messageTask } from "@/lib/messages/message-task";
import { storableText } from "@/lib/text";
import { messageShape } from "@/lib/shapes";
import { filledId, filledText } from "../shapes";
import { ADDS, defineTool, READS } from "../tool";

export const messageTaskTool = defineTool({
  name: "message_task_kandev",
  title: "Message a task",
  description:
    "Says something to the agent of a task: its primary session, unless session_id names another one. It waits while the agent works or a question of it is open, " +
    "and never answers that question. With reply_to_question_id it is the reply to what the task's agent asked its parent.",
  group: "tasks",
  surfaces: ["external", "kanban-task"],
  annotations: ADDS,
  input: z.strictObject({
    task_id: filledId,
    session_id: storableText.optional(),
    content: filledText,
    reply_to_question_id: filledId.optional(),
  }),
  output: z.object({
    task_id: z.string(),
    session_id: z.string(),
    message_id: z.string(),
    status: z.enum(["queued", "answered"]),
  }),
  handler: (ctx, input) =>
    messageTask(ctx, {
      taskId: input.task_id,
      sessionId: input.session_id,
      content: input.content,
      replyToQuestionId: input.reply_to_question_id,
    }),
});

export const getTaskConversationTool = defineTool({
  name: "get_task_conversation_kandev",
  title: "Read a task's conversation",
  description:
    "Returns a page of what was said in a task's session (the primary one, unless session_id names another), oldest first or with sort desc newest first. " +
    "message_types filters before the page is cut. Go on with cursor as after (asc) or before (desc) while has_more is true.",
  group: "tasks",
  surfaces: ["external"],
  annotations: READS,
  input: z.strictObject({
    task_id: filledId,
    session_id: storableText.optional(),
    limit: z.number().optional().describe("Messages a page: 10 by default, at most 100"),
    before: storableText.optional().describe("Only messages before the one with this id"),
    after: storableText.optional().describe("Only messages after the one with this id"),
    sort: z.enum(["asc", "desc"], "must be asc or desc").optional(),
    message_types: z.array(storableText).max(20).optional(),
  }),
  output: z.object({
    task_id: z.string(),
    session_id: z.string(),
    messages: z.array(messageShape),
    total: z.number().describe("How many are on this page"),
    has_more: z.boolean(),
    cursor: z.string(),
  }),
  handler: (ctx, input) =>
    listConversation(ctx, {
      taskId: input.task_id,
      sessionId: input.session_id,
      limit: input.limit,
      before: input.before,
      after: input.after,
      sort: input.sort,
      types: input.message_types,
    }),
});
