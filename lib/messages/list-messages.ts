import { eq } from "drizzle-orm";
import { taskSessionMessages } from "@/db/schema/sessions";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import type { MessageView } from "@/lib/views";
import { messageColumns, messageView, transcriptOrder } from "./message-view";

/** A session's whole transcript, in transcript order. Throws not_found. */
export async function listMessages(
  ctx: Context,
  input: { readonly sessionId: string },
): Promise<{ messages: MessageView[]; total: number }> {
  await authorizeSession(ctx, input.sessionId);
  const rows = await ctx.app.db
    .select(messageColumns)
    .from(taskSessionMessages)
    .where(eq(taskSessionMessages.taskSessionId, input.sessionId))
    .orderBy(...transcriptOrder);
  return { messages: rows.map(messageView), total: rows.length };
}
