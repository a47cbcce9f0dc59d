import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { type LockedSession, lockSession } from "@/lib/sessions/lock-session";
import { findBundle } from "./bundle";
import { detachIfAlone, forgetDelivered } from "./detach";
import { handOver } from "./hand-over";
import { restoreBundle } from "./restore";

const orphanRows = z.array(z.object({ pending_id: z.string(), task_session_id: z.string() }));

type Orphan = z.output<typeof orphanRows>[number];

/**
 * Cleans up after servers that died, at the start and now and then; never touches what a living server is delivering
 * (contract 6.8). Bundles whose last waiter died are detached. Half-done deliveries to agents of ours are rolled back, or
 * finalized where they no longer can be; those of other sessions lie in the mailbox and stay (contract 6.3).
 */
export async function reconcile(app: App): Promise<void> {
  await forgetWaiters(app, () => sql`server_id NOT IN (SELECT id FROM living_servers)`);
  await forgetWaiters(app, () => leftByThisServer(app));
  await app.db.execute(sql`DELETE FROM servers WHERE id NOT IN (SELECT id FROM living_servers)`);
  await app.db.execute(sql`
    DELETE FROM clarification_deliveries d
    WHERE NOT EXISTS (SELECT 1 FROM clarification_waiters w WHERE w.pending_id = d.pending_id)
      AND NOT EXISTS (
        SELECT 1 FROM task_session_messages m
        WHERE m.pending_id = d.pending_id AND m.metadata -> 'response_delivery_pending' = 'true'::jsonb)`);
  const halfDone = orphanRows.parse([
    ...(await app.db.execute(sql`
      SELECT DISTINCT m.pending_id, m.task_session_id FROM task_session_messages m
      JOIN task_sessions s ON s.id = m.task_session_id AND s.agent_profile_id IS NOT NULL
      WHERE m.metadata ->> 'response_delivery_pending' = 'true' AND m.type = 'clarification_request' AND m.pending_id <> ''
        AND NOT ${isBeingDelivered(sql`m.pending_id`)}`)),
  ]);
  for (const row of halfDone) await settleHalfDone(app, row);
}

/** Waiters of this process that it no longer knows, because signing them off failed. None while it drains (contract 6.9). */
const leftByThisServer = (app: App): SQL =>
  app.draining.aborted
    ? sql`false`
    : sql`server_id = ${app.serverId} AND id <> ALL (${sql.param(app.waiters.all.map((waiter) => waiter.id))}::text[])`;

/** Deletes the waiters that `which` holds for; each bundle they waited on is detached unless a living server waits too. */
async function forgetWaiters(app: App, which: () => SQL): Promise<void> {
  const orphans = orphanRows.parse([
    ...(await app.db.execute(
      sql`SELECT DISTINCT pending_id, task_session_id FROM clarification_waiters WHERE ${which()}`,
    )),
  ]);
  for (const orphan of orphans)
    await inSession(app, orphan.task_session_id, async (tx, session) => {
      await tx.execute(
        sql`DELETE FROM clarification_waiters WHERE pending_id = ${orphan.pending_id} AND ${which()}`,
      );
      await detachIfAlone(tx, {
        pendingId: orphan.pending_id,
        sessionId: session.id,
        taskId: session.taskId,
      });
      await forgetDelivered(tx, orphan.pending_id);
    });
}

const isBeingDelivered = (pendingId: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM clarification_deliveries d JOIN living_servers l ON l.id = d.server_id WHERE d.pending_id = ${pendingId})`;

/** Asks again under the lock: another server may have rolled it back, and a third claimed it anew. */
async function settleHalfDone(app: App, row: Orphan): Promise<void> {
  await inSession(app, row.task_session_id, async (tx) => {
    const [now] = await tx.execute(sql`SELECT 1 WHERE ${isBeingDelivered(sql`${row.pending_id}`)}`);
    const bundle = now === undefined ? await findBundle(tx, row.pending_id) : undefined;
    if (bundle === undefined || !bundle.rows.some((each) => each.deliveryPending)) return;
    const restored = await restoreBundle(tx, bundle);
    if (!restored) await handOver(tx, bundle, { goesOn: false });
    app.log.warn({ pending_id: row.pending_id, restored }, "a delivery was cut short by a server that died");
  });
}

type InSession = (tx: Transaction, session: LockedSession) => Promise<void>;

async function inSession(app: App, sessionId: string, work: InSession): Promise<void> {
  try {
    await app.db.transaction(async (tx) => work(tx, await lockSession(tx, sessionId)));
  } catch (error) {
    if (error instanceof AppError) return; // the session was deleted meanwhile
    throw error;
  }
}
