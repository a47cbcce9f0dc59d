import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { notify } from "@/lib/events/hints";
import { markRunning } from "@/lib/sessions/set-session-state";
import type { ResponseView } from "@/lib/views";
import type { Bundle } from "./bundle";
import { forgetDelivered } from "./detach";
import { bundleHints } from "./expire";

const changedRows = z.array(z.object({ id: z.string(), pending_id: z.string() }));
const reasonRows = z.array(z.object({ reject_reason: z.string() }));

/**
 * Clears `response_delivery_pending`: the single hand-over of a settled bundle, once (contract 6.2), under the session
 * lock. `updated_at` stays, since it is the answer's time. True for the one call that cleared it.
 */
export async function finalize(tx: Transaction, bundle: Bundle): Promise<boolean> {
  const rows = changedRows.parse([
    ...(await tx.execute(sql`
      UPDATE task_session_messages SET metadata = metadata - 'response_delivery_pending'
      WHERE pending_id = ${bundle.pendingId} AND task_session_id = ${bundle.sessionId}
        AND type = 'clarification_request' AND metadata ? 'response_delivery_pending'
      RETURNING id, pending_id`)),
  ]);
  await notify(tx, ...bundleHints(rows, bundle.sessionId, bundle.taskId));
  return rows.length > 0;
}

/**
 * Hands a settled bundle to the agent's calls in this process: reads the reject reason, finalizes, signs the waiters
 * off and lets the session go on. Returns the response all of them return.
 */
export async function handOver(
  tx: Transaction,
  bundle: Bundle,
  winner: ResponseView,
  waiterIds: readonly string[],
): Promise<ResponseView> {
  const [delivery] = winner.rejected
    ? reasonRows.parse([
        ...(await tx.execute(
          sql`SELECT reject_reason FROM clarification_deliveries WHERE pending_id = ${bundle.pendingId}`,
        )),
      ])
    : [];
  if (waiterIds.length > 0)
    await tx.execute(sql`
      DELETE FROM clarification_waiters WHERE id IN (${sql.join(
        waiterIds.map((id) => sql`${id}`),
        sql`, `,
      )})`);
  if (await finalize(tx, bundle))
    await notify(tx, ...(await markRunning(tx, bundle.sessionId, bundle.taskId)));
  if (delivery !== undefined || bundle.agentProfileId !== null) await forgetDelivered(tx, bundle.pendingId);
  return delivery === undefined ? winner : { ...winner, reject_reason: delivery.reject_reason };
}
