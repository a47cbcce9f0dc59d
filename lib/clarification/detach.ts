import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { activeRowsOf } from "./active";
import { bundleHints, changedRows } from "./changed-rows";
import type { Waiter } from "./waiters";

/**
 * Marks an active bundle as detached when no living server holds a waiter on it (contract 6.9). It stays active and
 * answerable. Under the session lock.
 */
export async function detachIfAlone(
  tx: Transaction,
  {
    pendingId,
    sessionId,
    taskId,
  }: { readonly pendingId: string; readonly sessionId: string; readonly taskId: string },
): Promise<void> {
  const rows = changedRows.parse([
    ...(await tx.execute(sql`
      UPDATE task_session_messages SET metadata = metadata || '{"agent_disconnected": true}'::jsonb
      WHERE id IN ${activeRowsOf({ pendingId, sessionId })}
        AND metadata -> 'agent_disconnected' IS DISTINCT FROM 'true'::jsonb
        AND NOT EXISTS (
          SELECT 1 FROM clarification_waiters w JOIN living_servers s ON s.id = w.server_id WHERE w.pending_id = ${pendingId})
      RETURNING id, pending_id`)),
  ]);
  await notify(tx, ...bundleHints(rows, sessionId, taskId));
}

/** A waiter leaves without an answer: its call ended, its connection dropped. The last one to leave detaches the bundle. */
export async function leave(app: App, waiter: Waiter): Promise<void> {
  app.waiters.remove(waiter);
  try {
    await app.db.transaction(async (tx) => {
      const session = await lockSession(tx, waiter.sessionId);
      await tx.execute(sql`DELETE FROM clarification_waiters WHERE id = ${waiter.id}`);
      await detachIfAlone(tx, { pendingId: waiter.pendingId, sessionId: session.id, taskId: session.taskId });
      await forgetDelivered(tx, waiter.pendingId);
    });
  } catch (error) {
    if (error instanceof AppError) return; // the session is gone, and with it everything to clean up
    app.log.error(
      { err: error, pending_id: waiter.pendingId },
      "a waiter could not be signed off; reconciliation will",
    );
  }
}

/** Drops the reject reason once it was handed over and nobody still needs it (contract 6.6). */
export async function forgetDelivered(tx: Transaction, pendingId: string): Promise<void> {
  await tx.execute(sql`
    DELETE FROM clarification_deliveries d WHERE d.pending_id = ${pendingId}
      AND NOT EXISTS (SELECT 1 FROM clarification_waiters w WHERE w.pending_id = d.pending_id)
      AND NOT EXISTS (
        SELECT 1 FROM task_session_messages m
        WHERE m.pending_id = d.pending_id AND m.metadata -> 'response_delivery_pending' = 'true'::jsonb)`);
}
