import { sql } from "drizzle-orm";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { lockSession } from "@/lib/sessions/lock-session";
import { type Bundle, findBundle } from "./bundle";
import { handOver } from "./hand-over";
import { settleWaiters } from "./settle-waiters";
import { restoreBundle } from "./restore";
import { resumePrompt } from "./resume-prompt";
import type { NormalizedOutcome } from "./validate-outcome";

/** How long a claim waits for a live waiter on any server to take its answer. */
const LIVE_DELIVERY_MS = 35_000;

/**
 * The winner's delivery (R7). A session without an agent of ours has a mailbox: the committed claim is the accepted
 * delivery, and its waiters wake from the claim's own hint (contract 6.3). With an agent of ours: a live waiter takes it,
 * or the agent is resumed, or the claim is rolled back and internal_error is thrown.
 */
export async function deliver(app: App, bundle: Bundle, outcome: NormalizedOutcome): Promise<void> {
  void settleWaiters(app, bundle.pendingId); // those of other servers, and these again, wake from the claim's hint
  if (bundle.agentProfileId === null) return;
  if (await hasLiveWaiter(app, bundle.pendingId)) {
    if (await handedOver(app, bundle)) return;
    await rollBack(app, bundle, "the agent did not take the answer; the question is open again, try again");
  }
  if (outcome.status === "rejected") {
    await handOver(app.db, bundle, []);
    return;
  }
  const accepted = await app.resumeAgent?.({
    sessionId: bundle.sessionId,
    prompt: resumePrompt(
      bundle.rows.map((row) => row.view),
      outcome,
    ),
  });
  if (accepted !== true)
    await rollBack(app, bundle, "the agent could not be resumed; the question is open again, try again");
  await handOver(app.db, bundle, []);
}

async function hasLiveWaiter(app: App, pendingId: string): Promise<boolean> {
  const rows = await app.db.execute(sql`
    SELECT 1 FROM clarification_waiters w JOIN living_servers s ON s.id = w.server_id
    WHERE w.pending_id = ${pendingId} LIMIT 1`);
  return rows.length > 0;
}

/** Resolves to true when the hand-over was recorded in time, on whichever server. */
async function handedOver(app: App, bundle: Bundle): Promise<boolean> {
  const isDone = async () => {
    const now = await findBundle(app.db, bundle.pendingId);
    return now === undefined || !now.rows.some((row) => row.deliveryPending);
  };
  return new Promise((resolve, reject) => {
    const finish = (done: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(done);
    };
    const check = () => void isDone().then((done) => done && finish(true), reject);
    const timer = setTimeout(() => finish(false), LIVE_DELIVERY_MS);
    const unsubscribe = app.hub.subscribe({
      onHint: (hint) => {
        if ("pending_id" in hint && hint.pending_id === bundle.pendingId) check();
      },
      onGap: check,
    });
    check();
  });
}

async function rollBack(app: App, bundle: Bundle, message: string): Promise<never> {
  const restored = await app.db.transaction(async (tx) => {
    await lockSession(tx, bundle.sessionId);
    return restoreBundle(tx, bundle);
  });
  app.log.error({ pending_id: bundle.pendingId, restored }, "delivery failed");
  throw new AppError(
    "internal_error",
    restored
      ? message
      : "the answer was recorded but could not be delivered, and the question could not be reopened",
  );
}
