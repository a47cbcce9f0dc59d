import { sql } from "drizzle-orm";
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
const deadRows = z.array(z.object({ id: z.string() }));

/**
 * Cleans up after servers that died, at the start and now and then; never touches what a living server is delivering
 * (contract 6.8). Bundles whose last waiter died are detached. Half-done deliveries to agents of ours are rolled back, or
 * finalized where they no longer can be; those of other sessions lie in the mailbox and stay (contract 6.3).
 */
export async function reconcile(app: App): Promise<void> {
  const dead = deadRows.parse([
    ...(await app.db.execute(sql`SELECT id FROM servers WHERE id NOT IN (SELECT id FROM living_servers)`)),
  ]);
  for (const { id } of dead) await buryServer(app, id);
  const halfDone = orphanRows.parse([
    ...(await app.db.execute(sql`
      SELECT DISTINCT m.pending_id, m.task_session_id FROM task_session_messages m
      JOIN task_sessions s ON s.id = m.task_session_id AND s.agent_profile_id IS NOT NULL
      WHERE m.metadata ->> 'response_delivery_pending' = 'true' AND m.type = 'clarification_request' AND m.pending_id <> ''
        AND NOT EXISTS (
          SELECT 1 FROM clarification_deliveries d JOIN living_servers l ON l.id = d.server_id WHERE d.pending_id = m.pending_id)`)),
  ]);
  for (const row of halfDone) await settleHalfDone(app, row);
}

/** The dead server's row is deleted with its waiters; each bundle it waited on is detached unless another server waits too. */
async function buryServer(app: App, serverId: string): Promise<void> {
  const orphans = orphanRows.parse([
    ...(await app.db.execute(sql`
      SELECT DISTINCT pending_id, task_session_id FROM clarification_waiters WHERE server_id = ${serverId}`)),
  ]);
  for (const orphan of orphans)
    await inSession(app, orphan.task_session_id, async (tx, session) => {
      await tx.execute(sql`
        DELETE FROM clarification_waiters WHERE server_id = ${serverId} AND pending_id = ${orphan.pending_id}
          AND server_id NOT IN (SELECT id FROM living_servers)`);
      await detachIfAlone(tx, {
        pendingId: orphan.pending_id,
        sessionId: session.id,
        taskId: session.taskId,
      });
      await forgetDelivered(tx, orphan.pending_id);
    });
  await app.db.execute(
    sql`DELETE FROM servers WHERE id = ${serverId} AND id NOT IN (SELECT id FROM living_servers)`,
  );
}

async function settleHalfDone(app: App, row: z.output<typeof orphanRows>[number]): Promise<void> {
  await inSession(app, row.task_session_id, async (tx) => {
    const bundle = await findBundle(tx, row.pending_id);
    if (bundle === undefined) return;
    const restored = await restoreBundle(tx, bundle);
    if (!restored) await handOver(tx, bundle, []);
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
