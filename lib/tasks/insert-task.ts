import { tasks } from "@/db/schema/workspaces";
import type { Transaction } from "@/db/client";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import type { TaskView } from "@/lib/views";
import { firstStep } from "@/lib/workflows/first-step";
import { lastPosition } from "@/lib/workflows/place-tasks";
import { taskColumns, taskView } from "./task-view";

export interface NewTask {
  readonly title: string;
  readonly description?: string | undefined;
  readonly workspaceId: string;
  /** Absent: the first workflow of the workspace, and its first step. */
  readonly workflowId?: string | undefined;
  readonly workflowStepId?: string | undefined;
  readonly parentId?: string | undefined;
  readonly autopilot?: boolean | undefined;
}

/** Writes a task into a workspace that was authorized before, behind the others of its step. Throws not_found. */
export async function insertTask(tx: Transaction, input: NewTask): Promise<TaskView> {
  const { title, description = "", workspaceId, parentId = "", autopilot = false } = input;
  const { workflowId, stepId } = await firstStep(tx, {
    workspaceId,
    workflowId: input.workflowId,
    stepId: input.workflowStepId,
  });
  const [row] = await tx
    .insert(tasks)
    .values({
      id: newId(),
      workspaceId,
      title,
      description,
      workflowId,
      workflowStepId: stepId,
      position: lastPosition(stepId),
      parentId,
      autopilot,
    })
    .returning(taskColumns);
  if (row === undefined) throw new Error("insert returned no row");
  await notify(tx, { name: "task.updated", task_id: row.id });
  return taskView(row, { task: null, primary: null, bySession: new Map() });
}
