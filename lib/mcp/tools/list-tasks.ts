import { z } from "zod";
import { listTasks } from "@/lib/tasks/list-tasks";
import { storableText } from "@/lib/text";
import { taskShape } from "../shapes";
import { defineTool } from "../tool";

const DEFAULT_LIMIT = 50;

export const listTasksTool = defineTool({
  name: "list_tasks_kandev",
  title: "List tasks",
  description:
    "Lists tasks, newest first. task_pending_action says what a task waits for: permission, clarification, or null for nothing. " +
    "With pending_only: true one call finds every task that waits for a person. Call again with next_cursor while that is not empty.",
  group: "tasks",
  surfaces: ["external"],
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workflow_id: storableText.optional().describe("Only tasks on this board"),
    workspace_id: storableText.optional().describe("Only tasks in this workspace"),
    pending_only: z.boolean().optional().describe("Only tasks that wait for a person"),
    include_archived: z.boolean().optional().describe("Archived tasks, too"),
    cursor: storableText.optional().describe("next_cursor of the page before"),
    limit: z.number().optional().describe(`Tasks a page: ${DEFAULT_LIMIT} by default, at most 200`),
  }),
  output: z.object({ tasks: z.array(taskShape), total: z.number(), next_cursor: z.string() }),
  handler: (ctx, input) =>
    listTasks(ctx, {
      workflowId: input.workflow_id,
      workspaceId: input.workspace_id,
      pendingOnly: input.pending_only,
      includeArchived: input.include_archived,
      cursor: input.cursor,
      limit: input.limit !== undefined && input.limit >= 1 ? input.limit : DEFAULT_LIMIT,
    }),
});
