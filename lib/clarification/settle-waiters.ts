import type { App } from "@/lib/app";
import { isTerminal } from "@/lib/sessions/state";
import { type Bundle, findBundle } from "./bundle";
import { handOver, withReason } from "./hand-over";
import { replayWinner } from "./replay-winner";
import type { Waiter, WaitResult } from "./waiters";

type NoAnswer = Extract<WaitResult, { kind: "none" }>;

/**
 * Re-reads a bundle that this process waits on and, when it is settled or can no longer be, ends the waits. Called on
 * every hint about it and after every gap. A failure is logged; the next hint, gap or time-out tries again.
 */
export function settleWaiters(app: App, pendingId: string): Promise<void> {
  return app.waiters.runFor(pendingId, async () => {
    try {
      await settleOnce(app, pendingId);
    } catch (error) {
      app.log.error(
        { err: error, pending_id: pendingId },
        "waiters could not be settled; the next hint tries again",
      );
    }
  });
}

async function settleOnce(app: App, pendingId: string): Promise<void> {
  const waiting = app.waiters.of(pendingId).filter((waiter) => !waiter.gone);
  if (waiting.length === 0) return;
  const bundle = await findBundle(app.db, pendingId);
  const winner = bundle === undefined ? undefined : replayWinner(bundle);
  if (bundle !== undefined && bundle.active) return;
  if (bundle === undefined || winner === undefined) {
    endWaits(app, waiting, noAnswer(bundle));
    return;
  }
  const present = waiting.filter((waiter) => !waiter.gone);
  if (present.length === 0) return;
  const done = await handOver(
    app.db,
    bundle,
    present.map((waiter) => waiter.id),
  );
  endWaits(app, present, { kind: "answer", response: withReason(winner.response, done) });
}

function noAnswer(bundle: Bundle | undefined): NoAnswer {
  const ended =
    bundle === undefined ||
    isTerminal(bundle.sessionState) ||
    bundle.rows.some((row) => row.view.status === "expired");
  return { kind: "none", code: ended ? "session_ended" : "cancelled" };
}

function endWaits(app: App, waiters: readonly Waiter[], result: WaitResult): void {
  for (const waiter of waiters) {
    app.waiters.remove(waiter);
    waiter.settle(result);
  }
}
