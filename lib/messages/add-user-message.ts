import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { runNext } from "@/lib/agents/run-next";
import { AppError } from "@/lib/errors";
import { lockSession } from "@/lib/sessions/lock-session";
import type { MessageView } from "@/lib/views";
import { insertUserMessage } from "./insert-user-message";

/**
 * A person says something to an agent. For one that somebody else runs it stays in the current turn, so it supersedes no
 * question, and waits until the agent collects it with `get_user_messages_kandev`. For one of ours it starts the next turn,
 * and is queued while one runs. 409 on a terminal session.
 */
export async function addUserMessage(
  ctx: Context,
  input: { readonly sessionId: string; readonly content: string },
): Promise<MessageView> {
  const taskId = await authorizeSession(ctx, input.sessionId);
  const { message, launched } = await ctx.app.db.transaction(async (tx) => {
    const session = await lockSession(tx, input.sessionId);
    if (session.terminal) throw new AppError("conflict", "session has ended");
    const written = await insertUserMessage(tx, session, { taskId, content: input.content });
    return { message: written, launched: session.agentProfileId !== null };
  });
  if (launched) void runNext(ctx.app, input.sessionId);
  return message;
}
