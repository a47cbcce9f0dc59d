import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { clarificationWaiters } from "@/db/schema/clarification";
import type { App } from "@/lib/app";
import type { Hint } from "@/lib/events/hints";
import { activeRowsOf } from "./active";
import { bundleHints } from "./expire";
import type { Waiter } from "./waiters";

const changedRows = z.array(z.object({ id: z.string(), pending_id: z.string() }));

export interface AttachTo {
  readonly pendingId: string;
  readonly sessionId: string;
  readonly taskId: string;
}

/** Registers a waiter on an active bundle, under the session lock; a detached bundle is detached no longer. */
export async function attachWaiter(tx: Transaction, app: App, waiter: Waiter, to: AttachTo): Promise<Hint[]> {
  await tx
    .insert(clarificationWaiters)
    .values({ id: waiter.id, pendingId: to.pendingId, taskSessionId: to.sessionId, serverId: app.serverId });
  const rows = changedRows.parse([
    ...(await tx.execute(sql`
      UPDATE task_session_messages SET metadata = metadata - 'agent_disconnected'
      WHERE pending_id = ${to.pendingId} AND metadata ? 'agent_disconnected'
        AND id IN ${activeRowsOf(to)}
      RETURNING id, pending_id`)),
  ]);
  return bundleHints(rows, to.sessionId, to.taskId);
}
