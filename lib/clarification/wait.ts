import type { App } from "@/lib/app";
import { newId } from "@/lib/ids";
import { leave } from "./detach";
import { settleWaiters } from "./settle-waiters";
import type { Waiter, WaitResult } from "./waiters";

export interface WaitLimits {
  /** Aborted when the caller's connection closes or its call is cancelled. */
  readonly signal: AbortSignal;
  /** Longest wait; the bundle stays answerable after it. */
  readonly waitSeconds: number;
}

type WaitsOn = Pick<Waiter, "pendingId" | "sessionId" | "taskId">;

/** A call that is about to block: a waiter to attach, and the promise of how its wait ends. */
export interface PendingWait {
  readonly waiter: Waiter;
  readonly result: Promise<WaitResult>;
  /** Gives up a wait that was never attached. */
  abandon(): void;
}

/**
 * Prepares a wait on a bundle. Register it with `app.waiters` and in the database in the transaction that finds the
 * bundle open, so that no answer falls between. It never answers for a person: at the end of the wait, on a drain or a
 * dropped connection it resolves to a reason, and the bundle stays as it is.
 */
export function prepareWait(
  app: App,
  { pendingId, sessionId, taskId }: WaitsOn,
  limits: WaitLimits,
): PendingWait {
  let finish: (result: WaitResult) => void = () => undefined;
  const result = new Promise<WaitResult>((resolve) => (finish = resolve));
  let gone = limits.signal.aborted;
  const timer = setTimeout(() => void onTimeout(), limits.waitSeconds * 1000);
  const release = () => {
    clearTimeout(timer);
    limits.signal.removeEventListener("abort", onAbort);
    app.draining.removeEventListener("abort", onDraining);
  };
  const waiter: Waiter = {
    id: newId(),
    pendingId,
    sessionId,
    taskId,
    get gone() {
      return gone;
    },
    settle(outcome) {
      release();
      finish(outcome);
    },
  };
  const onAbort = () => {
    gone = true;
    release();
    void leave(app, waiter).then(() => finish({ kind: "none", code: "cancelled" }));
  };
  /** A drain does not detach: the next server is there in a moment (contract 6.9). An answer on its way still wins. */
  const onDrain = async () => {
    await app.waiters.idle(pendingId);
    if (!app.waiters.of(pendingId).includes(waiter)) return;
    gone = true;
    app.waiters.remove(waiter);
    waiter.settle({ kind: "none", code: "server_stopping" });
  };
  /** An answer that came in the last moment still wins. */
  const onTimeout = async () => {
    await settleWaiters(app, pendingId);
    if (!app.waiters.of(pendingId).includes(waiter)) return;
    gone = true;
    await leave(app, waiter);
    waiter.settle({ kind: "none", code: "wait_ended" });
  };
  const onDraining = () => void onDrain();
  limits.signal.addEventListener("abort", onAbort, { once: true });
  app.draining.addEventListener("abort", onDraining, { once: true });
  if (limits.signal.aborted) queueMicrotask(onAbort);
  else if (app.draining.aborted) queueMicrotask(onDraining);
  return {
    waiter,
    result,
    abandon() {
      app.waiters.remove(waiter);
      release();
    },
  };
}
