import { sql } from "drizzle-orm";
import { taskSessionMessages } from "@/db/schema/sessions";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import { lockSession } from "@/lib/sessions/lock-session";
import { findCurrentTurn } from "@/lib/turns/current-turn";
import { openTurn } from "@/lib/turns/open-turn";
import type { MessageView } from "@/lib/views";
import { messageColumns, messageView } from "./message-view";

/**
 * A person says something to an agent that somebody else runs. It stays in the current turn, so it supersedes no
 * question, and waits until the agent collects it with `get_user_messages_kandev`. 409 on a terminal session.
 */
export async function addUserMessage(
  ctx: Context,
  input: { readonly sessionId: string; readonly content: string },
): Promise<MessageView> {
  const taskId = await authorizeSession(ctx, input.sessionId);
  return ctx.app.db.transaction(async (tx) => {
    const session = await lockSession(tx, input.sessionId);
    if (session.terminal) throw new AppError("conflict", "session has ended");
    const current = await findCurrentTurn(tx, session.id);
    const opened = current === undefined ? await openTurn(tx, session.id, taskId) : undefined;
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
    return messageView(row);
  });
}
