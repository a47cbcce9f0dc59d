import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import type { ServerVerb } from "@/lib/servers/call-server";
import { lockSession } from "@/lib/sessions/lock-session";
import { markRunning } from "@/lib/sessions/set-session-state";
import type { PermissionResolutionView } from "@/lib/views";
import { type Choice, claimPermission, deciderSchema, finalizePermission, recordAttempt } from "./audit";
import { explainGone } from "./explain-gone";
import { type PermissionErrorCode, permissionError } from "./permission-error";
import type { LivePermission } from "./live-registry";

/** The whole identity of a prompt (PR3), who decides, and what: an offered option, or to cancel it without one. */
export const decisionSchema = z.object({
  task_id: z.string(),
  session_id: z.string(),
  request_id: z.string(),
  pending_id: z.string(),
  decision: z.union([z.object({ option_id: z.string() }), z.literal("cancel")]),
  decider: deciderSchema,
});

export type Decision = z.output<typeof decisionSchema>;

export const resolutionSchema = z.object({
  task_id: z.string(),
  session_id: z.string(),
  request_id: z.string(),
  pending_id: z.string(),
  option_id: z.string(),
  option_kind: z.string(),
  source: z.enum(["web", "external_mcp", "automation"]),
  status: z.literal("resolved"),
});

/** How long an answer may take into the agent's pipe before nobody knows whether it will arrive. */
const SEND_MS = 5_000;

/** What the owning server does with a decision; it alone holds the live prompt. */
export const resolveLiveVerb: ServerVerb<Decision, PermissionResolutionView> = {
  name: "permissions.resolve",
  input: decisionSchema,
  output: resolutionSchema,
  timeoutMs: 10_000,
  run: resolveLive,
};

/**
 * Finds the live prompt, claims it durably, passes exactly the chosen option to the agent, and records how that ended, in
 * this order (PR14). Every failure leaves the prompt to others or says why there is none. Throws the stable codes (PR13).
 */
export async function resolveLive(app: App, decision: Decision): Promise<PermissionResolutionView> {
  const permission = app.permissions.get(decision.request_id);
  if (permission === undefined || !(await permission.written) || !isNamed(permission, decision))
    return explainGone(app, decision);
  if (permission.state === "gone") return explainGone(app, decision);
  const choice = choiceOf(decision, permission);
  if (choice.optionKind === "") return refuse(app, choice, decision, "permission_option_not_offered");
  if (permission.state === "resolving")
    return refuse(app, choice, decision, "permission_resolution_in_progress");
  permission.state = "resolving"; // nothing was awaited since it was seen to be pending
  const claimId = newId();
  if (!(await claim(app, choice, decision, claimId))) {
    if (!isResolving(permission)) return explainGone(app, decision); // withdrawn just before
    permission.state = "pending";
    throw permissionError("permission_audit_failed");
  }
  await app.permissions.settling(permission, async () => {
    const arrival = isResolving(permission) ? await send(app, permission, decision) : "not_sent";
    await finalize(app, choice, claimId, arrival);
    if (arrival !== "sent") throw permissionError("permission_delivery_failed");
  });
  return {
    task_id: choice.taskId,
    session_id: choice.sessionId,
    request_id: choice.requestId,
    pending_id: choice.pendingId,
    option_id: choice.optionId,
    option_kind: choice.optionKind,
    source: decision.decider.source,
    status: "resolved",
  };
}

const isNamed = ({ view }: LivePermission, decision: Decision): boolean =>
  view.task_id === decision.task_id &&
  view.session_id === decision.session_id &&
  view.pending_id === decision.pending_id;

const CANCELLED = "cancelled";

/** The kind of an option that was not offered is ''. */
function choiceOf(decision: Decision, { view, messageId }: LivePermission): Choice {
  const optionId = decision.decision === "cancel" ? CANCELLED : decision.decision.option_id;
  const offered = view.options.find((option) => option.option_id === optionId);
  return {
    messageId,
    sessionId: view.session_id,
    taskId: view.task_id,
    requestId: view.request_id,
    pendingId: view.pending_id,
    optionId,
    optionKind: decision.decision === "cancel" ? CANCELLED : (offered?.kind ?? ""),
  };
}

async function refuse(
  app: App,
  choice: Choice,
  { decider }: Decision,
  code: PermissionErrorCode,
): Promise<never> {
  await recordAttempt(app.db, choice, decider, { id: newId(), code, result: "failed" });
  throw permissionError(code);
}

const isResolving = (permission: LivePermission): boolean => permission.state === "resolving";

/** False when the choice could not be recorded; then nothing is sent. */
async function claim(app: App, choice: Choice, { decider }: Decision, claimId: string): Promise<boolean> {
  try {
    return await claimPermission(app.db, choice, decider, claimId);
  } catch (error) {
    app.log.error({ err: error, request_id: choice.requestId }, "a permission could not be claimed");
    return false;
  }
}

/** `unknown`: handed to the agent's pipe, and not seen to leave it. */
type Arrival = "sent" | "not_sent" | "unknown";

async function send(app: App, permission: LivePermission, { decision }: Decision): Promise<Arrival> {
  permission.state = "gone";
  app.permissions.remove(permission);
  const sent = permission.answer(
    decision === "cancel" ? { outcome: "cancelled" } : { outcome: "selected", optionId: decision.option_id },
  );
  const late = sleep(SEND_MS, "unknown" as const, { ref: false });
  return Promise.race([sent.then((arrived): Arrival => (arrived ? "sent" : "not_sent")), late]);
}

/** Records how a claim ended. A failure leaves `dispatching` behind, which still blocks every replay (PR16). */
async function finalize(app: App, choice: Choice, claimId: string, arrival: Arrival): Promise<void> {
  const { sessionId, taskId } = choice;
  try {
    await app.db.transaction(async (tx) => {
      await lockSession(tx, sessionId);
      await finalizePermission(tx, choice, claimId, ENDS[arrival](choice.optionKind));
      await tx.execute(sql`DELETE FROM live_permissions WHERE request_id = ${choice.requestId}`);
      await notify(tx, ...(await markRunning(tx, sessionId, taskId)), {
        name: "task.updated",
        task_id: taskId,
      });
    });
  } catch (error) {
    app.log.error(
      { err: error, request_id: choice.requestId, arrival },
      "a resolution could not be finalized",
    );
    throw permissionError("permission_audit_failed");
  }
}

const ENDS: Record<Arrival, (optionKind: string) => Parameters<typeof finalizePermission>[3]> = {
  sent: (kind) => ({
    result: "accepted",
    status: kind === CANCELLED || kind.startsWith("reject_") ? "rejected" : "approved",
  }),
  not_sent: () => ({ result: "failed", status: "expired" }),
  unknown: () => ({ result: "indeterminate", status: "expired" }),
};
