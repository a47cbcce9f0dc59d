import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import type { ResponseView } from "@/lib/views";
import { attachWaiter } from "./attach";
import { authorizeBundle, findBundle } from "./bundle";
import { hasLiveEntry } from "./live-entry";
import { lapseCode, type NoAnswerCode, noAnswerMessage, resolvedMessage } from "./no-answer";
import { replayWinner } from "./replay-winner";
import { type PendingWait, prepareWait } from "./wait";

/**
 * Blocks until a bundle is settled, as a live waiter like the agent's own call. Authorization comes first (A7); a bundle
 * without a live entry, and every wait that ends without an answer, throws a no-answer code that says how to go on.
 */
export async function waitForRequest(
  ctx: Context,
  input: { readonly pendingId: string; readonly signal: AbortSignal },
): Promise<ResponseView> {
  const bundle = await authorizeBundle(ctx, input.pendingId);
  let pending: PendingWait | undefined;
  const end = (code: NoAnswerCode) => new AppError(code, noAnswerMessage(ctx.app, code, bundle));
  try {
    await ctx.app.db.transaction(async (tx) => {
      await lockSession(tx, bundle.sessionId, "clarification request");
      const now = await findBundle(tx, bundle.pendingId);
      if (now !== undefined && !now.active && replayWinner(now) !== undefined)
        throw new AppError("wait_ended", resolvedMessage(now.pendingId));
      if (now === undefined || !now.active) throw end(lapseCode(now));
      if (!(await hasLiveEntry(tx, now))) throw end("wait_ended");
      pending = prepareWait(ctx.app, bundle, {
        signal: input.signal,
        waitSeconds: ctx.app.env.KANDEV_QUESTION_WAIT_SECONDS,
      });
      ctx.app.waiters.add(pending.waiter);
      await notify(tx, ...(await attachWaiter(tx, ctx.app, pending.waiter)));
    });
  } catch (error) {
    pending?.abandon();
    throw error;
  }
  const result = await pending?.result;
  if (result?.kind === "answer") return result.response;
  throw end(result?.code ?? "wait_ended");
}
