import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { notify } from "@/lib/events/hints";
import { bundleHints, changedRows } from "./changed-rows";

/**
 * Rolls a claim back: the bundle is pending again and answerable. Only while delivery is still due, the session is not
 * terminal and the bundle's turn is still current; under the session lock. False when it can no longer be restored.
 */
export async function restoreBundle(
  tx: Transaction,
  {
    pendingId,
    sessionId,
    taskId,
  }: { readonly pendingId: string; readonly sessionId: string; readonly taskId: string },
): Promise<boolean> {
  const rows = changedRows.parse([
    ...(await tx.execute(sql`
      UPDATE task_session_messages m
      SET metadata = (metadata - 'response' - 'response_delivery_pending') || '{"status": "pending"}'::jsonb,
          updated_at = statement_timestamp()
      WHERE m.pending_id = ${pendingId} AND m.task_session_id = ${sessionId} AND m.type = 'clarification_request' AND m.metadata ? 'response_delivery_pending'
        AND m.metadata ->> 'status' IN ('answered', 'rejected')
        AND EXISTS (
          SELECT 1 FROM current_turns c
          WHERE c.task_session_id = m.task_session_id AND c.turn_id = m.turn_id AND NOT c.terminal)
      RETURNING id, pending_id`)),
  ]);
  if (rows.length === 0) return false;
  await tx.execute(sql`DELETE FROM clarification_deliveries WHERE pending_id = ${pendingId}`);
  await notify(tx, ...bundleHints(rows, sessionId, taskId));
  return true;
}
