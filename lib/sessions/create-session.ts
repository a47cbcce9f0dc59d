import { sessionTokens, taskSessions } from "@/db/schema/sessions";
import type { Context } from "@/lib/context";
import { notify } from "@/lib/events/hints";
import { newId, newToken } from "@/lib/ids";
import { getTask } from "@/lib/tasks/get-task";
import { openTurn } from "@/lib/turns/open-turn";
import type { SessionSurface } from "./surface";

export interface CreatedSession {
  readonly session: { readonly id: string; readonly task_id: string; readonly state: string };
  /** The agent's bearer token; only its hash is kept, so it is shown once. */
  readonly token: string;
}

/** Makes a session, with one open turn, for an agent that somebody else runs. Throws not_found. */
export async function createSession(
  ctx: Context,
  input: { readonly taskId: string; readonly surface: SessionSurface },
): Promise<CreatedSession> {
  const task = await getTask(ctx, { taskId: input.taskId });
  const session = { id: newId(), task_id: task.id, state: "created" };
  const { token, hash } = newToken("kandev_session");
  await ctx.app.db.transaction(async (tx) => {
    await tx
      .insert(taskSessions)
      .values({ id: session.id, taskId: task.id, state: session.state, surface: input.surface });
    await tx.insert(sessionTokens).values({ id: newId(), taskSessionId: session.id, tokenHash: hash });
    const { hint } = await openTurn(tx, session.id, task.id);
    await notify(tx, hint, {
      name: "session.state_changed",
      session_id: session.id,
      task_id: task.id,
      state: session.state,
    });
  });
  return { session, token };
}
