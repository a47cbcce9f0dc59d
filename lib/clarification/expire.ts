import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import type { Hint } from "@/lib/events/hints";
import { activeRowsIn } from "./active";

const changedRows = z.array(z.object({ id: z.string(), pending_id: z.string() }));

/** Expires every active bundle of a session that is about to end, under its lock. Settled rows are not touched. */
export async function expireActive(tx: Transaction, sessionId: string, taskId: string): Promise<Hint[]> {
  const rows = changedRows.parse([
    ...(await tx.execute(sql`
      UPDATE task_session_messages
      SET metadata = metadata || '{"status": "expired", "agent_disconnected": true}'::jsonb, updated_at = statement_timestamp()
      WHERE id IN ${activeRowsIn(sessionId)}
      RETURNING id, pending_id`)),
  ]);
  return bundleHints(rows, sessionId, taskId);
}

/** One hint for each bundle among the changed rows. */
export function bundleHints(
  rows: readonly { id: string; pending_id: string }[],
  sessionId: string,
  taskId: string,
): Hint[] {
  const pendingIds = [...new Set(rows.map((row) => row.pending_id))];
  return pendingIds.map((pendingId) => ({
    name: "session.message.updated",
    session_id: sessionId,
    task_id: taskId,
    pending_id: pendingId,
    message_ids: rows.filter((row) => row.pending_id === pendingId).map((row) => row.id),
  }));
}
