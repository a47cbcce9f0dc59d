import { sessionTokens } from "@/db/schema/sessions";
import type { Context } from "@/lib/context";
import { newId, newToken } from "@/lib/ids";
import { getTask } from "@/lib/tasks/get-task";
import { FIRST_STATE, insertSession } from "./insert-session";
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
  const { token, hash } = newToken("kandev_session");
  const id = await ctx.app.db.transaction(async (tx) => {
    const sessionId = await insertSession(tx, { taskId: task.id, surface: input.surface });
    await tx.insert(sessionTokens).values({ id: newId(), taskSessionId: sessionId, tokenHash: hash });
    return sessionId;
  });
  return { session: { id, task_id: task.id, state: FIRST_STATE }, token };
}
