import { eq, sql } from "drizzle-orm";
import { tasks, workspaces } from "@/db/schema/workspaces";
import { visibleWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import type { TaskView } from "@/lib/views";
import { defaultWorkspace } from "@/lib/workspaces/default-workspace";
import { taskColumns, taskView } from "./task-view";

export interface CreateTask {
  readonly title: string;
  readonly description?: string | undefined;
  /** Absent or '': the caller's default workspace. */
  readonly workspace_id?: string | undefined;
}

/** Makes a task. A workspace the caller cannot see is not found. */
export async function createTask(ctx: Context, input: CreateTask): Promise<TaskView> {
  const workspaceId = input.workspace_id || (await defaultWorkspace(ctx));
  return ctx.app.db.transaction(async (tx) => {
    const [workspace] = await tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(sql`${eq(workspaces.id, workspaceId)} AND ${visibleWorkspace(ctx.actor)}`);
    if (workspace === undefined) throw notFound("workspace");
    const [row] = await tx
      .insert(tasks)
      .values({ id: newId(), workspaceId, title: input.title, description: input.description ?? "" })
      .returning(taskColumns);
    if (row === undefined) throw new Error("insert returned no row");
    await notify(tx, { name: "task.updated", task_id: row.id });
    return taskView(row, { task: null, primary: null, bySession: new Map() });
  });
}
