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
