import { eq, sql } from "drizzle-orm";
import { taskSessions } from "@/db/schema/sessions";
import { tasks } from "@/db/schema/workspaces";
import { authorizeSession } from "@/lib/auth/access";
import { expireActive } from "@/lib/clarification/expire";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { completeOpenTurns } from "@/lib/turns/complete-turn";
import { moveOn } from "@/lib/workflows/move-on";
import { lockSession } from "./lock-session";
import type { TerminalState } from "./state";

/**
 * Ends a session: its active bundles expire, its turn completes, blocked calls end. The same state again is a
 * success, another terminal state a conflict.
 */
export async function endSession(
  ctx: Context,
  input: { readonly sessionId: string; readonly state: TerminalState },
): Promise<{ id: string; state: TerminalState }> {
  const taskId = await authorizeSession(ctx, input.sessionId);
  return ctx.app.db.transaction(async (tx) => {
    const session = await lockSession(tx, input.sessionId);
    const result = { id: session.id, state: input.state };
    if (session.state === input.state) return result;
    if (session.terminal) throw new AppError("conflict", `session has already ended as ${session.state}`);
    const completed = await completeOpenTurns(tx, session.id, taskId);
    if (completed.length > 0 && input.state === "completed")
      completed.push(...(await moveOn(ctx.app, tx, session.id, taskId)));
    const expired = await expireActive(tx, session.id, taskId);
    await tx
      .update(taskSessions)
      .set({ state: input.state, updatedAt: sql`clock_timestamp()` })
      .where(eq(taskSessions.id, session.id));
    await tx
      .update(tasks)
      .set({ state: input.state, updatedAt: sql`clock_timestamp()` })
      .where(eq(tasks.id, taskId));
    await notify(
      tx,
      ...completed,
      ...expired,
      { name: "session.state_changed", session_id: session.id, task_id: taskId, state: input.state },
      { name: "task.updated", task_id: taskId },
    );
    return result;
  });
}
