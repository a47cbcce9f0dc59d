import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { clarificationWaiters } from "@/db/schema/clarification";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { type Hint, notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { activeRowsOf } from "./active";
import { bundleHints, changedRows } from "./changed-rows";
import type { Waiter } from "./waiters";

/**
 * Registers a waiter on an active bundle, under the session lock; a detached bundle is detached no longer. Again changes
 * nothing.
 */
export async function attachWaiter(tx: Transaction, app: App, waiter: Waiter): Promise<Hint[]> {
  const { id, pendingId, sessionId, taskId } = waiter;
  await tx
    .insert(clarificationWaiters)
    .values({ id, pendingId, taskSessionId: sessionId, serverId: app.serverId })
    .onConflictDoNothing();
  const rows = changedRows.parse([
    ...(await tx.execute(sql`
      UPDATE task_session_messages SET metadata = metadata - 'agent_disconnected'
      WHERE pending_id = ${pendingId} AND metadata ? 'agent_disconnected'
        AND id IN ${activeRowsOf(waiter)}
      RETURNING id, pending_id`)),
  ]);
  return bundleHints(rows, sessionId, taskId);
}

/** Attaches the calls that still wait here, after another server may have taken this one for dead. */
export async function reattachWaiters(app: App): Promise<void> {
  for (const waiter of app.waiters.all) {
    try {
      await app.db.transaction(async (tx) => {
        await lockSession(tx, waiter.sessionId);
        if (!app.waiters.of(waiter.pendingId).includes(waiter)) return; // it has left meanwhile
        await notify(tx, ...(await attachWaiter(tx, app, waiter)));
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error; // the session is gone; the gap's re-read ends the wait
    }
  }
}
