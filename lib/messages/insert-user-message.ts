import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { taskSessionMessages } from "@/db/schema/sessions";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import type { LockedSession } from "@/lib/sessions/lock-session";
import { findCurrentTurn } from "@/lib/turns/current-turn";
import { openTurn } from "@/lib/turns/open-turn";
import type { MessageView } from "@/lib/views";
import { messageColumns, messageView } from "./message-view";

/**
 * Writes what an agent is told next. For one of ours it belongs to no turn until one begins with it; for one that somebody
 * else runs it stays in the current turn. Under the session lock.
 */
export async function insertUserMessage(
  tx: Transaction,
  session: LockedSession,
  input: {
    readonly taskId: string;
    readonly content: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  },
): Promise<MessageView> {
  const launched = session.agentProfileId !== null;
  const current = launched ? undefined : await findCurrentTurn(tx, session.id);
  const opened = launched || current !== undefined ? undefined : await openTurn(tx, session.id, input.taskId);
  const [row] = await tx
    .insert(taskSessionMessages)
    .values({
      id: newId(),
      taskSessionId: session.id,
      taskId: input.taskId,
      turnId: current?.id ?? opened?.id ?? null,
      authorType: "user",
      type: "message",
      content: input.content,
      metadata: input.metadata ?? {},
      createdAt: sql`clock_timestamp()`,
      updatedAt: sql`clock_timestamp()`,
    })
    .returning(messageColumns);
  if (row === undefined) throw new Error("insert returned no row");
  await notify(tx, ...(opened === undefined ? [] : [opened.hint]), {
    name: "session.message.added",
    session_id: session.id,
    task_id: input.taskId,
    message_ids: [row.id],
  });
  return messageView(row);
}
