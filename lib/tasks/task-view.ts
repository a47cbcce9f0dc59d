import { z } from "zod";
import { tasks } from "@/db/schema/workspaces";
import type { TaskPendingActions } from "@/lib/sessions/pending-actions";
import { toRfc3339 } from "@/lib/time";
import type { TaskView } from "@/lib/views";

export const taskColumns = {
  id: tasks.id,
  workspace_id: tasks.workspaceId,
  title: tasks.title,
  description: tasks.description,
  state: tasks.state,
  workflow_id: tasks.workflowId,
  workflow_step_id: tasks.workflowStepId,
  parent_id: tasks.parentId,
  autopilot: tasks.autopilot,
  archived_at: tasks.archivedAt,
  created_at: tasks.createdAt,
  updated_at: tasks.updatedAt,
};

/** The same of a statement that is written by hand. */
export const taskRows = z.array(
  z.object({
    id: z.string(),
    workspace_id: z.string(),
    title: z.string(),
    description: z.string(),
    state: z.string(),
    workflow_id: z.string().nullable(),
    workflow_step_id: z.string().nullable(),
    parent_id: z.string(),
    autopilot: z.boolean(),
    archived_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
);

type TaskRow = Omit<TaskView, "task_pending_action" | "primary_session_pending_action">;

/** A row of `tasks` as it leaves the server. */
export const taskView = (row: TaskRow, pending: TaskPendingActions): TaskView => ({
  ...row,
  created_at: toRfc3339(row.created_at),
  updated_at: toRfc3339(row.updated_at),
  archived_at: row.archived_at === null ? null : toRfc3339(row.archived_at),
  task_pending_action: pending.task,
  primary_session_pending_action: pending.primary,
});
