import { and, eq } from "drizzle-orm";
import { tasks } from "@/db/schema/workspaces";
import { visibleTask } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { pendingActions } from "@/lib/sessions/pending-actions";
import type { TaskView } from "@/lib/views";
import { taskColumns, taskView } from "./task-view";

/** One task with what it waits for. Throws not_found, for a foreign one too. */
export async function getTask(ctx: Context, input: { readonly taskId: string }): Promise<TaskView> {
  const [row] = await ctx.app.db
    .select(taskColumns)
    .from(tasks)
    .where(and(eq(tasks.id, input.taskId), visibleTask(ctx.actor)));
  if (row === undefined) throw notFound("task");
  const pending = await pendingActions(ctx.app.db, [row.id]);
  return taskView(row, pending(row.id));
}
