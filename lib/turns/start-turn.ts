import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { markRunning } from "@/lib/sessions/set-session-state";
import { moveOn } from "@/lib/workflows/move-on";
import { completeOpenTurns } from "./complete-turn";
import { openTurn } from "./open-turn";

/** Completes the open turn and starts the next, which supersedes the questions of the one before. 409 on a terminal session. */
export async function startTurn(
  ctx: Context,
  input: { readonly sessionId: string },
): Promise<{ id: string }> {
  const taskId = await authorizeSession(ctx, input.sessionId);
  return ctx.app.db.transaction(async (tx) => {
    const session = await lockSession(tx, input.sessionId);
    if (session.terminal) throw new AppError("conflict", "session has ended");
    const completed = await completeOpenTurns(tx, session.id, taskId);
    if (completed.length > 0) completed.push(...(await moveOn(ctx.app, tx, session.id, taskId)));
    const { id, hint } = await openTurn(tx, session.id, taskId);
    const goesOn = await markRunning(tx, session.id, taskId); // what it waited for is superseded
    await notify(tx, ...completed, hint, ...goesOn);
    return { id };
  });
}
