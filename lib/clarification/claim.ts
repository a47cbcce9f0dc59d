import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "@/lib/context";
import { lockSession } from "@/lib/sessions/lock-session";
import { activeRowsOf } from "./active";
import { auditEntry } from "./audit";
import type { Bundle } from "./bundle";
import { settleWaiters } from "./settle-waiters";
import type { NormalizedOutcome } from "./validate-outcome";

const claimRows = z.array(z.object({ claimed_at: z.string() }));

/**
 * THE claim (P1): one transaction turns the pending rows of an active bundle into `answered` or `rejected`, records that
 * delivery is due, writes the audit and tells every server. Nothing else writes those states. Returns the claim's time, or
 * undefined for the loser: somebody else won, or the bundle is not active. Throws when the database does (R4a).
 */
export async function claimBundle(
  ctx: Context,
  bundle: Bundle,
  outcome: NormalizedOutcome,
): Promise<string | undefined> {
  const responses =
    outcome.status === "answered"
      ? JSON.stringify(Object.fromEntries(outcome.answers.map((answer) => [answer.question_id, answer])))
      : null;
  const reason = outcome.status === "rejected" ? outcome.reason : "";
  const recordsDelivery = reason !== "" || bundle.agentProfileId !== null;
  const audit = auditEntry(ctx, bundle, { claimed: true, status: outcome.status });
  return ctx.app.db.transaction(async (tx) => {
    // Sent together, run one after the other: the claim's snapshot is taken once the lock is held.
    const locked = lockSession(tx, bundle.sessionId, "clarification request");
    const claimed = tx.execute(sql`
        WITH claimed AS (
          UPDATE task_session_messages SET
            metadata = metadata
              || jsonb_build_object('status', ${outcome.status}::text, 'response_delivery_pending', true)
              || CASE WHEN ${responses}::jsonb IS NULL THEN '{}'::jsonb
                   ELSE jsonb_build_object('response', ${responses}::jsonb -> (metadata ->> 'question_id')) END,
            updated_at = statement_timestamp()
          WHERE id IN ${activeRowsOf(bundle)}
          RETURNING id, updated_at
        ), audited AS (
          INSERT INTO clarification_audit (pending_id, task_session_id, claimed, status, actor_kind, actor_user_id, surface)
          SELECT ${audit.pendingId}, ${audit.taskSessionId}, true, ${audit.status}, ${audit.actorKind}, ${audit.actorUserId}, ${audit.surface}
          FROM claimed LIMIT 1
        ), due AS (
          INSERT INTO clarification_deliveries (pending_id, task_session_id, reject_reason, server_id)
          SELECT ${bundle.pendingId}, ${bundle.sessionId}, ${reason}, ${ctx.app.serverId}
          FROM claimed WHERE ${recordsDelivery}::boolean LIMIT 1
          ON CONFLICT (pending_id) DO UPDATE SET reject_reason = EXCLUDED.reject_reason, server_id = EXCLUDED.server_id
        )
        SELECT min(updated_at) AS claimed_at, notify_hint(jsonb_build_object(
          'name', 'session.message.updated', 'session_id', ${bundle.sessionId}::text, 'task_id', ${bundle.taskId}::text,
          'pending_id', ${bundle.pendingId}::text, 'message_ids', jsonb_agg(id)))
        FROM claimed HAVING count(*) > 0`);
    const both = Promise.all([locked, claimed]);
    // Calls of this process that wait queue for the lock already: the answer is handed over the moment the claim has committed.
    if (ctx.app.waiters.present(bundle.pendingId).length > 0) void settleWaiters(ctx.app, bundle.pendingId);
    const [, rows] = await both;
    return claimRows.parse([...rows])[0]?.claimed_at;
  });
}
