import { and, asc, desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { taskSessionMessages, taskSessionTurns } from "@/db/schema/sessions";
import { isWaitingMessage } from "@/lib/messages/waiting-message";
import { toRfc3339 } from "@/lib/time";
import type { QueuedMessageView } from "@/lib/views";

/** More of them are counted nowhere: nobody writes so many before one is begun with. */
const MOST_QUEUED = 100;

/** What an agent of ours works on: since when, and what waits for its next turns. */
export async function readWorking(
  db: Database,
  sessionId: string,
): Promise<{ readonly since: string; readonly queued: readonly QueuedMessageView[] }> {
  const [[turn], queued] = await Promise.all([
    db
      .select({ startedAt: taskSessionTurns.startedAt, completedAt: taskSessionTurns.completedAt })
      .from(taskSessionTurns)
      .where(eq(taskSessionTurns.taskSessionId, sessionId))
      .orderBy(desc(taskSessionTurns.startedAt), desc(taskSessionTurns.createdAt), desc(taskSessionTurns.id))
      .limit(1),
    db
      .select({
        id: taskSessionMessages.id,
        content: taskSessionMessages.content,
        created_at: taskSessionMessages.createdAt,
      })
      .from(taskSessionMessages)
      .where(and(eq(taskSessionMessages.taskSessionId, sessionId), isWaitingMessage))
      .orderBy(asc(taskSessionMessages.createdAt), asc(taskSessionMessages.id))
      .limit(MOST_QUEUED),
  ]);
  const since = turn === undefined || turn.completedAt !== null ? "" : toRfc3339(turn.startedAt);
  return {
    since,
    queued: queued.map((message) => ({ ...message, created_at: toRfc3339(message.created_at) })),
  };
}
