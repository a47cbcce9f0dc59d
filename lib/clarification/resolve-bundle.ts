import { clarificationAudit } from "@/db/schema/clarification";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { toRfc3339 } from "@/lib/time";
import type { ResolutionView } from "@/lib/views";
import { auditEntry } from "./audit";
import { authorizeBundle, type Bundle, findBundle } from "./bundle";
import { claimBundle } from "./claim";
import { deliver } from "./deliver";
import type { Outcome } from "./outcome";
import { replayWinner } from "./replay-winner";
import { type NormalizedOutcome, validateOutcome } from "./validate-outcome";

/**
 * Settles a bundle; the one operation behind REST and MCP (P1, N2). The winner is told `claimed: true` once the answer
 * reached a live waiter, was accepted for a resume, or lies in the session's mailbox (R7a, contract 6.3). A loser is told
 * what the winner decided (R2). Throws not_found, validation_error, not_active, internal_error.
 */
export async function resolveBundle(
  ctx: Context,
  input: { readonly pendingId: string; readonly outcome: Outcome },
): Promise<ResolutionView> {
  const bundle = await authorizeBundle(ctx, input.pendingId);
  const outcome = validateOutcome(bundle, input.outcome);
  const claimedAt = await claimOrFail(ctx, bundle, outcome);
  if (claimedAt === undefined) return lose(ctx, bundle, outcome);
  await deliver(ctx.app, bundle, outcome);
  return {
    claimed: true,
    status: outcome.status,
    response: {
      pending_id: bundle.pendingId,
      answers: outcome.status === "answered" ? outcome.answers : [],
      rejected: outcome.status === "rejected",
      reject_reason: outcome.status === "rejected" ? outcome.reason : "",
      responded_at: toRfc3339(claimedAt),
    },
  };
}

async function claimOrFail(
  ctx: Context,
  bundle: Bundle,
  outcome: NormalizedOutcome,
): Promise<string | undefined> {
  try {
    return await claimBundle(ctx, bundle, outcome);
  } catch (error) {
    // The session went away between the read and the claim, and the question with it (A5).
    if (error instanceof AppError) throw error;
    ctx.app.log.error({ err: error, pending_id: bundle.pendingId }, "claim failed");
    throw new AppError("internal_error", "the answer could not be recorded; nothing was changed, try again", {
      cause: error,
    });
  }
}

/** One re-read, no retry (R2a). Nothing but the audit is written, and nothing is published. */
async function lose(ctx: Context, bundle: Bundle, outcome: NormalizedOutcome): Promise<ResolutionView> {
  const now = await findBundle(ctx.app.db, bundle.pendingId);
  const winner = now === undefined ? undefined : replayWinner(now);
  if (now !== undefined)
    await ctx.app.db
      .insert(clarificationAudit)
      .values(auditEntry(ctx, bundle, { claimed: false, status: outcome.status }));
  if (winner === undefined) throw new AppError("not_active", "clarification request is no longer active");
  return { claimed: false, ...winner };
}
