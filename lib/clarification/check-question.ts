import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import type { ResponseView } from "@/lib/views";
import { attachWaiter } from "./attach";
import { findBundle } from "./bundle";
import { handOver, withReason } from "./hand-over";
import { replayWinner } from "./replay-winner";
import { statusOf } from "./question-status";
import { type PendingWait, prepareWait } from "./wait";

export interface CheckQuestion {
  readonly sessionId: string;
  readonly pendingId: string;
  /** 0: look and return at once. */
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
}

export interface CheckedQuestion {
  readonly pending_id: string;
  /** `pending`, `answered`, `rejected`, `cancelled`, `expired`, or `superseded` when a newer turn began. */
  readonly status: string;
  readonly response?: ResponseView;
}

/**
 * Tells an agent how its question stands, as often as it wants to know; the way to an answer for agents whose calls end
 * early. An answer not yet handed over is handed over. With `waitSeconds` the call is a live waiter for that long.
 * Throws not_found for a question that is not of this session.
 */
export async function checkQuestion(ctx: Context, input: CheckQuestion): Promise<CheckedQuestion> {
  await authorizeSession(ctx, input.sessionId);
  let pending: PendingWait | undefined;
  try {
    const checked = await ctx.app.db.transaction(async (tx): Promise<CheckedQuestion | undefined> => {
      const session = await lockSession(tx, input.sessionId);
      const bundle = await findBundle(tx, input.pendingId);
      if (bundle === undefined || bundle.sessionId !== session.id) throw notFound("clarification request");
      const winner = bundle.active ? undefined : replayWinner(bundle);
      if (winner !== undefined)
        return {
          pending_id: bundle.pendingId,
          status: winner.status,
          // A caller whose connection is closed takes nothing out of the mailbox (contract 6.2).
          response:
            bundle.rows.some((row) => row.deliveryPending) && !input.signal.aborted
              ? withReason(winner.response, await handOver(tx, bundle, { goesOn: true }))
              : winner.response,
        };
      if (!bundle.active || input.waitSeconds <= 0)
        return { pending_id: bundle.pendingId, status: statusOf(bundle) };
      pending = prepareWait(ctx.app, bundle, input);
      ctx.app.waiters.add(pending.waiter);
      await notify(tx, ...(await attachWaiter(tx, ctx.app, pending.waiter)));
      return undefined;
    });
    if (checked !== undefined) return checked;
  } catch (error) {
    pending?.abandon();
    throw error;
  }
  const result = await pending?.result;
  if (result?.kind === "answer")
    return {
      pending_id: input.pendingId,
      status: result.response.rejected ? "rejected" : "answered",
      response: result.response,
    };
  return checkQuestion(ctx, { ...input, waitSeconds: 0 });
}
