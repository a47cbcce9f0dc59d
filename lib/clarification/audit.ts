import type { clarificationAudit } from "@/db/schema/clarification";
import type { Context } from "@/lib/context";
import type { Bundle } from "./bundle";

/** One line of the append-only audit: who tried to settle a bundle, from where, and whether they won (contract 6.7). */
export function auditEntry(
  ctx: Context,
  bundle: Pick<Bundle, "pendingId" | "sessionId">,
  attempt: { readonly claimed: boolean; readonly status: string },
): typeof clarificationAudit.$inferInsert {
  const { actor } = ctx;
  return {
    pendingId: bundle.pendingId,
    taskSessionId: bundle.sessionId,
    claimed: attempt.claimed,
    status: attempt.status,
    actorKind: actor.kind === "user" ? actor.via : actor.kind,
    actorUserId: actor.kind === "user" ? actor.userId : "",
    surface: ctx.origin,
  };
}
