import { sql } from "drizzle-orm";
import { taskSessionMessages } from "@/db/schema/sessions";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { runNext } from "@/lib/agents/run-next";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import { lockSession } from "@/lib/sessions/lock-session";
import { findCurrentTurn } from "@/lib/turns/current-turn";
import { openTurn } from "@/lib/turns/open-turn";
import type { MessageView } from "@/lib/views";
import { messageColumns, messageView } from "./message-view";

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
  const { message, launched } = await insertMessage(ctx, input, taskId);
  if (launched) void runNext(ctx.app, input.sessionId);
  return message;
}

function insertMessage(
  ctx: Context,
  input: { readonly sessionId: string; readonly content: string },
  taskId: string,
): Promise<{ message: MessageView; launched: boolean }> {
  return ctx.app.db.transaction(async (tx) => {
    const session = await lockSession(tx, input.sessionId);
    if (session.terminal) throw new AppError("conflict", "session has ended");
    const launched = session.agentProfileId !== null;
    const current = launched ? undefined : await findCurrentTurn(tx, session.id);
    const opened = launched || current !== undefined ? undefined : await openTurn(tx, session.id, taskId);
    const [row] = await tx
      .insert(taskSessionMessages)
      .values({
        id: newId(),
        taskSessionId: session.id,
        taskId,
        turnId: current?.id ?? opened?.id ?? null,
        authorType: "user",
        type: "message",
        content: input.content,
        createdAt: sql`clock_timestamp()`,
        updatedAt: sql`clock_timestamp()`,
      })
      .returning(messageColumns);
    if (row === undefined) throw new Error("insert returned no row");
    await notify(tx, ...(opened === undefined ? [] : [opened.hint]), {
      name: "session.message.added",
      session_id: session.id,
      task_id: taskId,
      message_ids: [row.id],
    });
    return { message: messageView(row), launched };
  });
}
