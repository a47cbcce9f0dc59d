import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { Hint } from "@/lib/events/hints";
import { activeRowsIn } from "./active";
import { bundleHints, changedRows } from "./changed-rows";

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
