import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { newId } from "@/lib/ids";
import type { Hint } from "@/lib/events/hints";

/**
 * Starts the session's next turn under the session lock and returns its id and hint. It is newer than every turn the
 * session has, also where the clock went back or a row is dated in the future, so it always becomes the current one.
 */
export async function openTurn(
  tx: Transaction,
  sessionId: string,
  taskId: string,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; hint: Hint }> {
  const id = newId();
  await tx.execute(sql`
    INSERT INTO task_session_turns (id, task_session_id, started_at, created_at, metadata)
    SELECT ${id}, ${sessionId}, started, started, ${JSON.stringify(metadata)}::jsonb FROM (
      SELECT greatest(clock_timestamp(), max(started_at) + interval '1 microsecond') AS started
      FROM task_session_turns WHERE task_session_id = ${sessionId}
    ) newest`);
  return { id, hint: { name: "session.turn.started", session_id: sessionId, task_id: taskId, turn_id: id } };
}
