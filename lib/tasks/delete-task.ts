import { and, eq } from "drizzle-orm";
import { tasks } from "@/db/schema/workspaces";
import { visibleTask } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError, notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { endSession } from "@/lib/sessions/end-session";
import { listSessions } from "@/lib/sessions/list-sessions";
import { isTerminal } from "@/lib/sessions/state";

/**
 * Deletes a task with its sessions and their transcripts. What runs in them is ended first, as {@link endSession} does, so
 * agents stop and blocked calls are told. Its sub-tasks stay, as tasks of their own. Throws not_found.
 */
export async function deleteTask(ctx: Context, input: { readonly taskId: string }): Promise<void> {
  const { sessions } = await listSessions(ctx, input);
  for (const session of sessions) if (!isTerminal(session.state)) await end(ctx, session.id);
  await ctx.app.db.transaction(async (tx) => {
    const deleted = await tx
      .delete(tasks)
      .where(and(eq(tasks.id, input.taskId), visibleTask(ctx.actor)))
      .returning({ workspaceId: tasks.workspaceId });
    const [task] = deleted;
    if (task === undefined) throw notFound("task");
    const orphans = await tx
      .update(tasks)
      .set({ parentId: "", autopilot: false })
      .where(eq(tasks.parentId, input.taskId))
      .returning({ id: tasks.id });
    await notify(
      tx,
      // Who may see the task can no longer be asked; the workspace says it.
      { name: "workspace.updated", workspace_id: task.workspaceId },
      { name: "task.updated", task_id: input.taskId },
      ...orphans.map(({ id }) => ({ name: "task.updated" as const, task_id: id })),
    );
  });
}

/** One that has ended, or is gone, meanwhile is as good as ended by this. */
async function end(ctx: Context, sessionId: string): Promise<void> {
  try {
    await endSession(ctx, { sessionId, state: "cancelled" });
  } catch (error) {
    if (!(error instanceof AppError) || !["conflict", "not_found"].includes(error.code)) throw error;
  }
}
