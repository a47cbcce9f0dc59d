import { and, asc, count, desc, eq } from "drizzle-orm";
import { tasks } from "@/db/schema/workspaces";
import { visibleTask } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { pendingActions } from "@/lib/sessions/pending-actions";
import type { TaskView } from "@/lib/views";
import { taskColumns, taskView } from "./task-view";

export interface ListTasks {
  /** Absent or '': every workspace the caller sees. */
  readonly workspaceId?: string | undefined;
  /** 1 to 200, default 100. */
  readonly limit?: number | undefined;
}

/** The tasks the caller may see, newest first; `total` counts them all. */
export async function listTasks(
  ctx: Context,
  input: ListTasks,
): Promise<{ tasks: TaskView[]; total: number }> {
  const visible = and(
    visibleTask(ctx.actor),
    input.workspaceId ? eq(tasks.workspaceId, input.workspaceId) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    ctx.app.db
      .select(taskColumns)
      .from(tasks)
      .where(visible)
      .orderBy(desc(tasks.createdAt), asc(tasks.id))
      .limit(input.limit ?? 100),
    ctx.app.db.select({ total: count() }).from(tasks).where(visible),
  ]);
  const pending = await pendingActions(
    ctx.app.db,
    rows.map((row) => row.id),
  );
  return { tasks: rows.map((row) => taskView(row, pending(row.id))), total: counted?.total ?? 0 };
}
