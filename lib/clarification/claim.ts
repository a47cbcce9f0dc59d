import { sql } from "drizzle-orm";
import { z } from "zod";
import { clarificationAudit, clarificationDeliveries } from "@/db/schema/clarification";
import type { Context } from "@/lib/context";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { activeRowsOf } from "./active";
import { auditEntry } from "./audit";
import type { Bundle } from "./bundle";
import type { NormalizedOutcome } from "./validate-outcome";

const claimedRows = z.array(z.object({ id: z.string(), updated_at: z.string() }));

/**
 * THE claim (P1): one transaction turns the pending rows of an active bundle into `answered` or `rejected` and records
 * that delivery is due. Nothing else writes those states. Returns the claim's time, or undefined for the loser: somebody
 * else won, or the bundle is not active. Throws when the database does (R4a).
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
  return ctx.app.db.transaction(async (tx) => {
    await lockSession(tx, bundle.sessionId, "clarification request");
    const rows = claimedRows.parse([
      ...(await tx.execute(sql`
        UPDATE task_session_messages SET
          metadata = metadata
            || jsonb_build_object('status', ${outcome.status}::text, 'response_delivery_pending', true)
            || CASE WHEN ${responses}::jsonb IS NULL THEN '{}'::jsonb
                 ELSE jsonb_build_object('response', ${responses}::jsonb -> (metadata ->> 'question_id')) END,
          updated_at = statement_timestamp()
        WHERE id IN ${activeRowsOf(bundle)}
        RETURNING id, updated_at`)),
    ]);
    const [first] = rows;
    if (first === undefined) return undefined;
    const reason = outcome.status === "rejected" ? outcome.reason : "";
    if (reason !== "" || bundle.agentProfileId !== null)
      await tx.insert(clarificationDeliveries).values({
        pendingId: bundle.pendingId,
        taskSessionId: bundle.sessionId,
        rejectReason: reason,
        serverId: ctx.app.serverId,
      });
    const audited = tx
      .insert(clarificationAudit)
      .values(auditEntry(ctx, bundle, { claimed: true, status: outcome.status }));
    const hinted = notify(tx, {
      name: "session.message.updated",
      session_id: bundle.sessionId,
      task_id: bundle.taskId,
      message_ids: rows.map((row) => row.id),
      pending_id: bundle.pendingId,
    });
    await Promise.all([audited, hinted]);
    return first.updated_at;
  });
}
