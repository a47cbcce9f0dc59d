import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import type { ResponseView } from "@/lib/views";
import { waitsForPerson } from "@/lib/sessions/set-session-state";
import type { Bundle } from "./bundle";

const resultRows = z.array(z.object({ handed_over: z.boolean(), reject_reason: z.string().nullable() }));

export interface HandOver {
  /** True for the one call that cleared the record: the answer is now this caller's to pass on. */
  readonly handedOver: boolean;
  /** '' when there was none, or when it is gone with an earlier hand-over. */
  readonly rejectReason: string;
}

/** Who gets a settled bundle. */
export interface Recipient {
  /** The calls of this process that return it; they are signed off. */
  readonly waiterIds?: readonly string[];
  /** True when the agent now works on: its session does too, unless another of its questions is open. */
  readonly goesOn: boolean;
}

/**
 * Clears `response_delivery_pending`: the single hand-over of a settled bundle, once (contract 6.2), and forgets the reject
 * reason when no other waiter needs it. `updated_at` stays, since it is the answer's time. Under the session lock, taken in
 * a statement before this one: only so does it see what another server's hand-over has written.
 */
export async function handOver(
  tx: Transaction,
  bundle: Pick<Bundle, "pendingId" | "sessionId" | "taskId">,
  { waiterIds = [], goesOn }: Recipient,
): Promise<HandOver> {
  const { pendingId, sessionId, taskId } = bundle;
  const ids = sql`${sql.param([...waiterIds])}::text[]`;
  const [result] = resultRows.parse([
    ...(await tx.execute(sql`
      WITH handed_over AS (
        UPDATE task_session_messages m SET metadata = m.metadata - 'response_delivery_pending'
        WHERE m.pending_id = ${pendingId} AND m.task_session_id = ${sessionId}
          AND m.type = 'clarification_request' AND m.metadata ? 'response_delivery_pending'
        RETURNING m.id
      ), signed_off AS (
        DELETE FROM clarification_waiters WHERE id = ANY (${ids})
      ), forgotten AS (
        DELETE FROM clarification_deliveries d WHERE d.pending_id = ${pendingId} AND NOT EXISTS (
          SELECT 1 FROM clarification_waiters w WHERE w.pending_id = d.pending_id AND w.id <> ALL (${ids}))
      ), running AS (
        UPDATE task_sessions s SET state = 'running', updated_at = clock_timestamp()
        WHERE ${goesOn}::boolean AND s.id = ${sessionId} AND s.state = 'waiting_for_input'
          AND EXISTS (SELECT 1 FROM handed_over) AND NOT EXISTS ${waitsForPerson(sessionId)}
        RETURNING s.id
      ), task AS (
        UPDATE tasks SET state = 'in_progress', updated_at = clock_timestamp()
        WHERE id = ${taskId} AND EXISTS (SELECT 1 FROM running)
      ), hints (hint) AS (
        SELECT jsonb_build_object('name', 'session.message.updated', 'session_id', ${sessionId}::text,
          'task_id', ${taskId}::text, 'pending_id', ${pendingId}::text, 'message_ids', jsonb_agg(id))
        FROM handed_over HAVING count(*) > 0
        UNION ALL
        SELECT jsonb_build_object('name', 'session.state_changed', 'session_id', id, 'task_id', ${taskId}::text, 'state', 'running')
        FROM running
        UNION ALL
        SELECT jsonb_build_object('name', 'task.updated', 'task_id', ${taskId}::text) FROM running
      ), told AS (
        SELECT count(notify_hint(hint)) FROM hints
      )
      SELECT EXISTS (SELECT 1 FROM handed_over) AS handed_over,
        (SELECT reject_reason FROM clarification_deliveries WHERE pending_id = ${pendingId}) AS reject_reason
      FROM told`)),
  ]);
  return { handedOver: result?.handed_over ?? false, rejectReason: result?.reject_reason ?? "" };
}

/** The winner's response as the agent gets it, with the reason of a rejection that is being handed over. */
export const withReason = (response: ResponseView, { rejectReason }: HandOver): ResponseView =>
  response.rejected ? { ...response, reject_reason: rejectReason } : response;
