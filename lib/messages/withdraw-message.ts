import { and, eq } from "drizzle-orm";
import { taskSessionMessages } from "@/db/schema/sessions";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError, notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { isWaitingMessage } from "./waiting-message";

/** Takes back a message that the agent has not got yet. Throws not_found, and conflict when the agent has it. */
export async function withdrawMessage(
  ctx: Context,
  input: { readonly sessionId: string; readonly messageId: string },
): Promise<{ id: string }> {
  const taskId = await authorizeSession(ctx, input.sessionId);
  const thisMessage = and(
    eq(taskSessionMessages.id, input.messageId),
    eq(taskSessionMessages.taskSessionId, input.sessionId),
    eq(taskSessionMessages.authorType, "user"),
    eq(taskSessionMessages.type, "message"),
  );
  return ctx.app.db.transaction(async (tx) => {
    const removed = await tx
      .delete(taskSessionMessages)
      .where(and(thisMessage, isWaitingMessage))
      .returning({ id: taskSessionMessages.id });
    if (removed.length === 0) {
      const [known] = await tx
        .select({ id: taskSessionMessages.id })
        .from(taskSessionMessages)
        .where(thisMessage);
      if (known === undefined) throw notFound("message");
      throw new AppError("conflict", "the agent has this message already");
    }
    await notify(tx, { name: "task.updated", task_id: taskId });
    return { id: input.messageId };
  });
}
