import type { Context } from "@/lib/context";

export interface TrackedCall {
  /** Aborted when the caller's connection closes or the caller cancels the call, on whichever server it says so. */
  readonly signal: AbortSignal;
  /** The call has returned. */
  end(): void;
}

/** Makes a blocked call of this process known to cancellations (`mcp.cancelled` hints). */
export function trackCall(ctx: Context, key: string, signals: readonly AbortSignal[]): TrackedCall {
  const cancelled = new AbortController();
  const abort = () => cancelled.abort();
  for (const signal of signals)
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  const { calls } = ctx.app;
  calls.set(key, abort);
  return {
    signal: cancelled.signal,
    end() {
      if (calls.get(key) === abort) calls.delete(key);
      for (const signal of signals) signal.removeEventListener("abort", abort);
    },
  };
}
