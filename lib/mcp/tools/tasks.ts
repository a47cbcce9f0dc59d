import { z } from "zod";
import { createTask } from "@/lib/tasks/create-task";
import { deleteTask } from "@/lib/tasks/delete-task";
import { getTask } from "@/lib/tasks/get-task";
import { listTasks } from "@/lib/tasks/list-tasks";
import { moveTask } from "@/lib/tasks/move-task";
import { taskStateField } from "@/lib/tasks/task-state";
import { updateTask } from "@/lib/tasks/update-task";
import { storableText } from "@/lib/text";
import { doneShape, taskShape } from "@/lib/shapes";
import { DONE, filledId, filledText } from "../shapes";
import { ADDS, defineTool, DESTROYS, READS, SETS } from "../tool";

const DEFAULT_LIMIT = 50;

const about = { group: "tasks", surfaces: ["external"] } as const;

export const listTasksTool = defineTool({
  ...about,
  name: "list_tasks_kandev",
  title: "List tasks",
  description:
    "Lists tasks, newest first, each with what it waits for: task_pending_action and primary_session_pending_action are permission, clarification or null. " +
    "pending_only finds every blocked task in one call. Go on with next_cursor while that is not empty.",
  annotations: READS,
  input: z.strictObject({
    workflow_id: storableText.optional().describe("Only tasks on this workflow"),
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

export const getTaskTool = defineTool({
  ...about,
  name: "get_task_kandev",
  title: "Get a task",
  description: "Returns one task: its words, its state, where it stands, and what it waits for.",
  annotations: READS,
  input: z.strictObject({ task_id: filledId }),
  output: taskShape,
  handler: (ctx, { task_id }) => getTask(ctx, { taskId: task_id }),
});

export const createTaskTool = defineTool({
  ...about,
  name: "create_task_kandev",
  title: "Create a task",
  description:
    "Makes a task, in your default workspace and on its first step unless told otherwise. With parent_id it is a part of that task; with autopilot too, " +
    "its agent asks the parent's agent instead of a person. Start an agent on it with start_task_session_kandev.",
  annotations: ADDS,
  input: z.strictObject({
    title: filledText,
    description: storableText.optional(),
    workspace_id: storableText.optional(),
    workflow_id: storableText.optional(),
    workflow_step_id: storableText.optional(),
    parent_id: storableText.optional(),
    autopilot: z.boolean().optional(),
  }),
  output: taskShape,
  handler: createTask,
});

export const updateTaskTool = defineTool({
  ...about,
  name: "update_task_kandev",
  title: "Change a task",
  description: "Changes what is given of a task (title, description, state) and leaves the rest.",
  annotations: SETS,
  input: z.strictObject({
    task_id: filledId,
    title: filledText.optional(),
    description: storableText.optional(),
    state: taskStateField.optional(),
  }),
  output: taskShape,
  handler: (ctx, { task_id, ...change }) => updateTask(ctx, { taskId: task_id, ...change }),
});

export const moveTaskTool = defineTool({
  ...about,
  name: "move_task_kandev",
  title: "Move a task",
  description:
    "Puts a task on a step of a workflow of its workspace: before another task of that step, or behind all of them. It moves also while its agent waits for a person.",
  annotations: SETS,
  input: z.strictObject({
    task_id: filledId,
    workflow_step_id: filledId,
    before_task_id: storableText.optional(),
  }),
  output: taskShape,
  handler: (ctx, { task_id, workflow_step_id, before_task_id }) =>
    moveTask(ctx, { taskId: task_id, stepId: workflow_step_id, beforeTaskId: before_task_id }),
});

export const archiveTaskTool = defineTool({
  ...about,
  name: "archive_task_kandev",
  title: "Archive a task",
  description:
    "Puts a task away: it leaves the lists and the board and keeps everything. archived: false brings it back.",
  annotations: SETS,
  input: z.strictObject({ task_id: filledId, archived: z.boolean().default(true) }),
  output: taskShape,
  handler: (ctx, { task_id, archived }) => updateTask(ctx, { taskId: task_id, archived }),
});

export const deleteTaskTool = defineTool({
  ...about,
  name: "delete_task_kandev",
  title: "Delete a task",
  description:
    "Deletes a task for good, with its sessions and transcripts; agents that work on it are stopped first. Its sub-tasks stay, as tasks of their own.",
  annotations: DESTROYS,
  input: z.strictObject({ task_id: filledId }),
  output: doneShape,
  async handler(ctx, { task_id }) {
    await deleteTask(ctx, { taskId: task_id });
    return DONE;
  },
});
