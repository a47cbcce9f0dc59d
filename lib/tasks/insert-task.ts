import { tasks } from "@/db/schema/workspaces";
import type { Transaction } from "@/db/client";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import type { TaskView } from "@/lib/views";
import { taskColumns, taskView } from "./task-view";

/** Writes a task into a workspace that was authorized before. */
export async function insertTask(
  tx: Transaction,
  input: { readonly title: string; readonly description?: string | undefined; readonly workspaceId: string },
): Promise<TaskView> {
  const { title, description = "", workspaceId } = input;
  const [row] = await tx
    .insert(tasks)
    .values({ id: newId(), workspaceId, title, description })
    .returning(taskColumns);
  if (row === undefined) throw new Error("insert returned no row");
  await notify(tx, { name: "task.updated", task_id: row.id });
  return taskView(row, { task: null, primary: null, bySession: new Map() });
}
