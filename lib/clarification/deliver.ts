import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { runNext } from "@/lib/agents/run-next";
import { AppError } from "@/lib/errors";
import { lockSession } from "@/lib/sessions/lock-session";
import type { Bundle } from "./bundle";
import { handOver, type Recipient } from "./hand-over";
import { restoreBundle } from "./restore";
import { resumePrompt } from "./resume-prompt";
import { settleWaiters } from "./settle-waiters";
import type { NormalizedOutcome } from "./validate-outcome";

/** How long a claim waits for the live waiters to take its answer, and how often it looks whether any is left. */
const LIVE_DELIVERY_MS = 35_000;
const LOOK_MS = 1_000;
const AGENT_FIRST_MS = 100;

/**
 * The winner's delivery (R7). A session without an agent of ours has a mailbox: the committed claim is the accepted
 * delivery, and its waiters wake from the claim's own hint (contract 6.3). With an agent of ours: a live waiter takes it,
 * or the agent is resumed, or the claim is rolled back and internal_error is thrown.
 */
export async function deliver(app: App, bundle: Bundle, outcome: NormalizedOutcome): Promise<void> {
  // Those of this process first: the agent gets its answer before the person is told, unless its hand-over takes long. The
  // waiters of other servers, and these again, wake from the claim's hint.
  const settled = settleWaiters(app, bundle.pendingId);
  if (app.waiters.of(bundle.pendingId).length > 0)
    await Promise.race([settled, sleep(AGENT_FIRST_MS, undefined, { ref: false })]);
  if (bundle.agentProfileId === null) return;
  switch (await untilTaken(app, bundle.pendingId)) {
    case "taken":
      return;
    case "late":
      return rollBack(
        app,
        bundle,
        "the agent did not take the answer; the question is open again, try again",
      );
    case "alone":
      return deliverDetached(app, bundle, outcome);
  }
}

/** Nobody waits any more. A rejection then resumes nobody (R9), and messages that stood behind the question have their turn. */
async function deliverDetached(app: App, bundle: Bundle, outcome: NormalizedOutcome): Promise<void> {
  if (outcome.status === "rejected") {
    await finalize(app, bundle, { goesOn: false });
    void runNext(app, bundle.sessionId);
    return;
  }
  const prompt = resumePrompt(
    bundle.rows.map((row) => row.view),
    outcome,
  );
  if (!(await isResumed(app, bundle, prompt)))
    return rollBack(app, bundle, "the agent could not be resumed; the question is open again, try again");
  await finalize(app, bundle, { goesOn: true });
}

/** A runtime that throws has not accepted: the claim must not stay behind undelivered. */
async function isResumed(app: App, bundle: Bundle, prompt: string): Promise<boolean> {
  try {
    return await app.resumeAgent({ sessionId: bundle.sessionId, prompt });
  } catch (error) {
    app.log.error({ err: error, pending_id: bundle.pendingId }, "resuming the agent failed");
    return false;
  }
}

async function finalize(app: App, bundle: Bundle, recipient: Recipient): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockSession(tx, bundle.sessionId);
    await handOver(tx, bundle, recipient);
  });
}

type Taken = "taken" | "alone" | "late";

const lookRows = z.array(z.object({ due: z.boolean(), waiting: z.boolean() }));

/** One statement, so that a waiter that has just taken the answer is never mistaken for one that left without it. */
async function look(app: App, pendingId: string): Promise<Taken | undefined> {
  const [now] = lookRows.parse([
    ...(await app.db.execute(sql`
      SELECT
        EXISTS (
          SELECT 1 FROM task_session_messages
          WHERE pending_id = ${pendingId} AND metadata -> 'response_delivery_pending' = 'true'::jsonb) AS due,
        EXISTS (
          SELECT 1 FROM clarification_waiters w JOIN living_servers s ON s.id = w.server_id
          WHERE w.pending_id = ${pendingId}) AS waiting`)),
  ]);
  if (now?.due !== true) return "taken";
  return now.waiting ? undefined : "alone";
}

/** Resolves when the answer was taken, on whichever server, when no waiter is left to take it, or when it is late. */
async function untilTaken(app: App, pendingId: string): Promise<Taken> {
  const first = await look(app, pendingId);
  if (first !== undefined) return first;
  return new Promise((resolve, reject) => {
    const finish = (taken: Taken) => {
      clearTimeout(deadline);
      clearInterval(looking);
      unsubscribe();
      resolve(taken);
    };
    const check = () => void look(app, pendingId).then((taken) => taken && finish(taken), reject);
    const deadline = setTimeout(() => finish("late"), LIVE_DELIVERY_MS);
    const looking = setInterval(check, LOOK_MS); // a waiter that leaves, or dies with its server, gives no hint
    const unsubscribe = app.hub.subscribe({
      onHint: (hint) => {
        if ("pending_id" in hint && hint.pending_id === pendingId) check();
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
