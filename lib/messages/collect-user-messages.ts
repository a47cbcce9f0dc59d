import { and, asc, eq, sql } from "drizzle-orm";
import { taskSessionMessages } from "@/db/schema/sessions";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notify } from "@/lib/events/hints";
import { toRfc3339 } from "@/lib/time";
import { isWaitingMessage } from "./waiting-message";

/** Hands the session's uncollected user messages to its agent, oldest first, each exactly once. */
export async function collectUserMessages(
  ctx: Context,
  input: { readonly sessionId: string },
): Promise<{ messages: { content: string; created_at: string }[] }> {
  const taskId = await authorizeSession(ctx, input.sessionId);
  return ctx.app.db.transaction(async (tx) => {
    const waiting = await tx
      .select({ id: taskSessionMessages.id })
      .from(taskSessionMessages)
      .where(and(eq(taskSessionMessages.taskSessionId, input.sessionId), isWaitingMessage))
      .orderBy(asc(taskSessionMessages.createdAt), asc(taskSessionMessages.id))
      .for("update", { skipLocked: true });
    if (waiting.length === 0) return { messages: [] };
    const ids = waiting.map((row) => row.id);
    const rows = await tx
      .update(taskSessionMessages)
      .set({ handedOutAt: sql`clock_timestamp()` })
      .where(sql`${taskSessionMessages.id} IN ${ids}`)
      .returning({
        id: taskSessionMessages.id,
        content: taskSessionMessages.content,
        created_at: taskSessionMessages.createdAt,
      });
    await notify(tx, {
      name: "session.message.updated",
      session_id: input.sessionId,
      task_id: taskId,
      message_ids: ids.slice(0, 50),
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return {
      messages: ids.flatMap((id) => {
        const row = byId.get(id);
        return row === undefined ? [] : [{ content: row.content, created_at: toRfc3339(row.created_at) }];
      }),
    };
  });
}
