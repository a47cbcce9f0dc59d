import { sql } from "drizzle-orm";
import { taskSessionMessages } from "@/db/schema/sessions";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import { lockSession } from "@/lib/sessions/lock-session";
import { findCurrentTurn } from "@/lib/turns/current-turn";

/** Writes what an agent said into its session's transcript, in the current turn. */
export async function addAgentMessage(
  ctx: Context,
  input: { readonly sessionId: string; readonly content: string },
): Promise<{ id: string }> {
  const taskId = await authorizeSession(ctx, input.sessionId);
  return ctx.app.db.transaction(async (tx) => {
    await lockSession(tx, input.sessionId);
    const turn = await findCurrentTurn(tx, input.sessionId);
    const id = newId();
    await tx.insert(taskSessionMessages).values({
      id,
      taskSessionId: input.sessionId,
      taskId,
      turnId: turn?.id ?? null,
      authorType: "agent",
      type: "message",
      content: input.content,
      createdAt: sql`clock_timestamp()`,
      updatedAt: sql`clock_timestamp()`,
    });
    await notify(tx, {
      name: "session.message.added",
      session_id: input.sessionId,
      task_id: taskId,
      message_ids: [id],
    });
    return { id };
  });
}
