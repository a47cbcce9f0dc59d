import { and, eq, sql } from "drizzle-orm";
import { tasks } from "@/db/schema/workspaces";
import { visibleTask } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import type { TaskView } from "@/lib/views";
import { getTask } from "./get-task";
import type { TaskState } from "./task-state";

export interface TaskChange {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly state?: TaskState | undefined;
  readonly archived?: boolean | undefined;
}

/** Changes what is given of a task and leaves the rest. Throws not_found. */
export async function updateTask(
  ctx: Context,
  { taskId, archived, ...change }: TaskChange & { readonly taskId: string },
): Promise<TaskView> {
  await ctx.app.db.transaction(async (tx) => {
    const changed = await tx
      .update(tasks)
      .set({
        ...change,
        ...(archived !== undefined && {
          archivedAt: archived ? sql`COALESCE(${tasks.archivedAt}, clock_timestamp())` : null,
        }),
        updatedAt: sql`clock_timestamp()`,
      })
      .where(and(eq(tasks.id, taskId), visibleTask(ctx.actor)))
      .returning({ id: tasks.id });
    if (changed.length === 0) throw notFound("task");
    await notify(tx, { name: "task.updated", task_id: taskId });
  });
  return getTask(ctx, { taskId });
}
