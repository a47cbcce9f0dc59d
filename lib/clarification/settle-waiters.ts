import { sql, TransactionRollbackError } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { lockSession } from "@/lib/sessions/lock-session";
import { findBundle } from "./bundle";
import { handOver, withReason } from "./hand-over";
import { lapseCode } from "./no-answer";
import { replayWinner } from "./replay-winner";
import type { Waiter, WaitResult } from "./waiters";

const RETRY_MS = 1_000;

/**
 * Re-reads a bundle that this process waits on and, when it is settled or can no longer be, ends the waits. Called on
 * every hint about it and after every gap. A failure is logged and tried again, for no other hint need ever come.
 */
export function settleWaiters(app: App, pendingId: string): Promise<void> {
  return app.waiters.runFor(pendingId, async () => {
    try {
      await settleOnce(app, pendingId);
    } catch (error) {
      app.log.error({ err: error, pending_id: pendingId }, "waiters could not be settled; it is tried again");
      setTimeout(() => void settleWaiters(app, pendingId), RETRY_MS).unref();
    }
  });
}

interface Ended {
  readonly waiters: readonly Waiter[];
  readonly result: WaitResult;
}

async function settleOnce(app: App, pendingId: string): Promise<void> {
  const [first] = app.waiters.present(pendingId);
  if (first === undefined) return;
  const ended = await settleLocked(app, first).catch((error: unknown): Ended | undefined => {
    if (error instanceof TransactionRollbackError) return undefined;
    if (!(error instanceof AppError)) throw error;
    return { waiters: app.waiters.present(pendingId), result: { kind: "none", code: "session_ended" } }; // it was deleted
  });
  for (const waiter of ended?.waiters ?? []) {
    app.waiters.remove(waiter);
    waiter.settle(ended?.result ?? { kind: "none", code: "cancelled" });
  }
}

/**
 * Decides under the session lock: only there is an ask that has registered its waiter known to have committed, a claim
 * known not to have been rolled back, and a connection that closed while the lock was awaited known to take nothing.
 */
function settleLocked(app: App, first: Waiter): Promise<Ended | undefined> {
  return app.db.transaction(async (tx) => {
    const expected = new Set(app.waiters.present(first.pendingId).map((waiter) => waiter.id));
    // Sent together, run one after the other: the rows are read once the lock is held, and handed over on the likely chance
    // that they are settled. All of it is undone when they are not.
    const [, bundle, done] = await Promise.all([
      lockSession(tx, first.sessionId),
      findBundle(tx, first.pendingId),
      handOver(tx, first, { waiterIds: [...expected], goesOn: true }),
    ]);
    const waiters = app.waiters.present(first.pendingId);
    if (bundle?.active === true || waiters.length === 0) return tx.rollback();
    const joined = waiters.filter((waiter) => !expected.has(waiter.id)).map((waiter) => waiter.id);
    if (joined.length > 0) await signOff(tx, joined);
    const winner = bundle === undefined ? undefined : replayWinner(bundle);
    if (bundle === undefined || winner === undefined)
      return { waiters, result: { kind: "none", code: lapseCode(bundle) } };
    if (waiters.every((waiter) => waiter.gone)) tx.rollback(); // they hung up just now: the answer stays
    return { waiters, result: { kind: "answer", response: withReason(winner.response, done) } };
  });
}

const signOff = (tx: Transaction, waiterIds: readonly string[]) =>
  tx.execute(sql`DELETE FROM clarification_waiters WHERE id = ANY (${sql.param([...waiterIds])}::text[])`);
