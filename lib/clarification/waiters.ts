import type { ErrorCode } from "@/lib/errors";
import type { ResponseView } from "@/lib/views";

/** How a wait ends: with the person's answer, or with a reason why there is none yet. */
export type WaitResult =
  | { readonly kind: "answer"; readonly response: ResponseView }
  | {
      readonly kind: "none";
      readonly code: Extract<ErrorCode, "wait_ended" | "cancelled" | "session_ended" | "server_stopping">;
    };

/** One call that is blocked on a bundle in this process. */
export interface Waiter {
  readonly id: string;
  readonly pendingId: string;
  readonly sessionId: string;
  readonly taskId: string;
  /** True once the caller's connection is known to be gone: nothing can be handed to it. */
  readonly gone: boolean;
  settle(result: WaitResult): void;
}

/** The blocked calls of this process. What other servers hold is in `clarification_waiters`. */
export class WaiterRegistry {
  #byBundle = new Map<string, Set<Waiter>>();
  #runs = new Map<string, { again: boolean; readonly done: Promise<void> }>();

  /** Runs `work` for a bundle, one run at a time; a call during a run makes it run once more. Shares one promise. */
  runFor(pendingId: string, work: () => Promise<void>): Promise<void> {
    const current = this.#runs.get(pendingId);
    if (current !== undefined) {
      current.again = true;
      return current.done;
    }
    const loop = async (): Promise<void> => {
      try {
        do {
          run.again = false;
          await work();
        } while (run.again);
      } finally {
        this.#runs.delete(pendingId);
      }
    };
    const run = { again: false, done: Promise.resolve().then(loop) };
    this.#runs.set(pendingId, run);
    return run.done;
  }

  /** Resolves when no run for the bundle is under way. */
  idle(pendingId: string): Promise<void> {
    return this.#runs.get(pendingId)?.done ?? Promise.resolve();
  }

  add(waiter: Waiter): void {
    const waiters = this.#byBundle.get(waiter.pendingId);
    if (waiters === undefined) this.#byBundle.set(waiter.pendingId, new Set([waiter]));
    else waiters.add(waiter);
  }

  remove(waiter: Waiter): void {
    const waiters = this.#byBundle.get(waiter.pendingId);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#byBundle.delete(waiter.pendingId);
  }

  of(pendingId: string): readonly Waiter[] {
    return [...(this.#byBundle.get(pendingId) ?? [])];
  }

  /** The waiters of a bundle that something can still be handed to. */
  present(pendingId: string): readonly Waiter[] {
    return this.of(pendingId).filter((waiter) => !waiter.gone);
  }

  /** The bundles on which calls of this session wait. */
  bundlesOf(sessionId: string): readonly string[] {
    const found: string[] = [];
    for (const [pendingId, waiters] of this.#byBundle)
      for (const waiter of waiters)
        if (waiter.sessionId === sessionId) {
          found.push(pendingId);
          break;
        }
    return found;
  }

  get bundles(): readonly string[] {
    return [...this.#byBundle.keys()];
  }

  get all(): readonly Waiter[] {
    return [...this.#byBundle.values()].flatMap((waiters) => [...waiters]);
  }
}
