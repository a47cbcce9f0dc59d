import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { runNext } from "@/lib/agents/run-next";
import type { App } from "@/lib/app";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { markRunning } from "@/lib/sessions/set-session-state";
import { activeRowsOf } from "./active";
import { authorizeBundle, type Bundle } from "./bundle";
import { bundleHints, changedRows } from "./changed-rows";
import { hasLiveEntry } from "./live-entry";

/**
 * Cancels an active bundle that has a live entry; its waiters get `cancelled`. It is no claim (A9): it touches only
 * pending rows of an active bundle. Throws not_found, also when an answer came first.
 */
export async function cancelBundle(ctx: Context, input: { readonly pendingId: string }): Promise<void> {
  const bundle = await authorizeBundle(ctx, input.pendingId);
  const live = (tx: Transaction) => hasLiveEntry(tx, bundle);
  if (!(await cancelRows(ctx.app, bundle, live))) throw notFound("clarification request");
}

/** The same without asking who wants it. False when nothing was active any more, or `allowed` says so under the lock. */
export async function cancelRows(
  app: App,
  bundle: Bundle,
  allowed: (tx: Transaction) => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const done = await app.db.transaction(async (tx) => {
    await lockSession(tx, bundle.sessionId, "clarification request");
    if (!(await allowed(tx))) return false;
    const rows = changedRows.parse([
      ...(await tx.execute(sql`
        UPDATE task_session_messages
        SET metadata = metadata || '{"status": "cancelled"}'::jsonb, updated_at = statement_timestamp()
        WHERE id IN ${activeRowsOf(bundle)}
        RETURNING id, pending_id`)),
    ]);
    if (rows.length === 0) return false;
    const goesOn = await markRunning(tx, bundle.sessionId, bundle.taskId);
    await notify(tx, ...bundleHints(rows, bundle.sessionId, bundle.taskId), ...goesOn);
    return true;
  });
  if (done && bundle.agentProfileId !== null) void runNext(app, bundle.sessionId); // messages that stood behind it
  return done;
}
