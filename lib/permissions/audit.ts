import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/db/client";
import type { Context } from "@/lib/context";
import type { ErrorCode } from "@/lib/errors";
import type { PermissionSource } from "@/lib/views";

/** Who tries to decide a prompt, and from where; what the audit keeps of a caller (PR7). */
export const deciderSchema = z.object({
  actor_user_id: z.string(),
  actor_kind: z.enum(["browser", "personal_access_token", "automation", "synthetic"]),
  source: z.enum(["web", "external_mcp", "automation"]),
});

export type Decider = z.output<typeof deciderSchema>;

/** The caller as the audit names it. The source comes from the transport that made `ctx`, never from what a caller says (PR19). */
export function deciderOf({ actor, origin }: Pick<Context, "actor" | "origin">): Decider {
  return {
    actor_user_id: actor.kind === "user" ? actor.userId : "",
    actor_kind: actor.kind === "user" ? actor.via : actor.kind === "single-user" ? "synthetic" : "automation",
    source: sourceOf(origin),
  };
}

function sourceOf(origin: Context["origin"]): PermissionSource {
  switch (origin) {
    case "web":
    case "rest":
      return "web";
    case "external_mcp":
      return "external_mcp";
    case "agent_mcp":
    case "internal":
      return "automation";
  }
}

/** Where a prompt is recorded, and which option somebody chose. */
export interface Choice {
  readonly messageId: string;
  readonly sessionId: string;
  readonly taskId: string;
  readonly requestId: string;
  readonly pendingId: string;
  readonly optionId: string;
  readonly optionKind: string;
}

export type AuditResult = "accepted" | "stale" | "expired" | "failed" | "indeterminate";

const NOW = sql`to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** An option id that was not offered is the caller's own text: only its beginning is kept. */
const KEPT_OF_AN_ID = 100;

const entry = (choice: Choice, decider: Decider, claimId: string): SQL => sql`jsonb_build_object(
  'claim_id', ${claimId}::text, 'actor_user_id', ${decider.actor_user_id}::text, 'actor_kind', ${decider.actor_kind}::text,
  'source', ${decider.source}::text, 'request_id', ${choice.requestId}::text, 'pending_id', ${choice.pendingId}::text,
  'option_id', ${choice.optionId.slice(0, KEPT_OF_AN_ID).toWellFormed()}::text, 'option_kind', ${choice.optionKind}::text, 'selected_at', ${NOW})`;

const thisPrompt = (
  choice: Choice,
): SQL => sql`id = ${choice.messageId} AND task_session_id = ${choice.sessionId}
  AND type = 'permission_request' AND metadata ->> 'request_id' = ${choice.requestId}
  AND metadata ->> 'pending_id' = ${choice.pendingId}`;

const changedHint = (choice: Choice): SQL => sql`notify_hint(jsonb_build_object(
  'name', 'session.message.updated', 'session_id', ${choice.sessionId}::text, 'task_id', ${choice.taskId}::text,
  'message_ids', jsonb_build_array(${choice.messageId}::text)))`;

/**
 * THE claim of a prompt (PR14): one statement writes `permission_resolution` with the result `dispatching` into a prompt that
 * nobody has decided. False when somebody has. Nothing is sent to an agent before this has committed.
 */
export async function claimPermission(
  db: Database,
  choice: Choice,
  decider: Decider,
  claimId: string,
): Promise<boolean> {
  const rows = await db.execute(sql`
    WITH claimed AS (
      UPDATE task_session_messages SET updated_at = clock_timestamp(), metadata = metadata || jsonb_build_object(
        'permission_resolution', ${entry(choice, decider, claimId)} || '{"result": "dispatching"}'::jsonb)
      WHERE ${thisPrompt(choice)} AND COALESCE(metadata ->> 'status', '') IN ('', 'pending')
        AND NOT metadata ? 'permission_resolution'
      RETURNING id
    )
    SELECT ${changedHint(choice)} FROM claimed`);
  return rows.length > 0;
}

/** Writes how a claim ended, once; only while it still is `dispatching`. False when it has been settled already (PR16). */
export async function finalizePermission(
  tx: Transaction,
  choice: Choice,
  claimId: string,
  end: { readonly result: AuditResult; readonly status: "approved" | "rejected" | "expired" },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    WITH finalized AS (
      UPDATE task_session_messages SET updated_at = clock_timestamp(), metadata = metadata || jsonb_build_object(
        'status', ${end.status}::text,
        'permission_resolution', metadata -> 'permission_resolution'
          || jsonb_build_object('result', ${end.result}::text, 'finalized_at', ${NOW}))
      WHERE ${thisPrompt(choice)} AND metadata #>> '{permission_resolution,claim_id}' = ${claimId}
        AND metadata #>> '{permission_resolution,result}' = 'dispatching'
      RETURNING id
    )
    SELECT ${changedHint(choice)} FROM finalized`);
  return rows.length > 0;
}

/** How many attempts that changed nothing are kept with a prompt; more are counted in `permission_attempts_omitted`. */
export const ATTEMPTS_KEPT = 100;

/** Records an attempt that changed nothing beside the prompt, without touching its resolution (PR7). */
export async function recordAttempt(
  db: Database,
  choice: Choice,
  decider: Decider,
  attempt: { readonly id: string; readonly code: ErrorCode; readonly result: AuditResult },
): Promise<void> {
  await db.execute(sql`
    WITH recorded AS (
      UPDATE task_session_messages SET metadata = metadata || CASE
        WHEN jsonb_array_length(COALESCE(metadata -> 'permission_attempts', '[]'::jsonb)) < ${ATTEMPTS_KEPT}
        THEN jsonb_build_object('permission_attempts', COALESCE(metadata -> 'permission_attempts', '[]'::jsonb) || jsonb_build_array(
          ${entry(choice, decider, attempt.id)}
            || jsonb_build_object('finalized_at', ${NOW}, 'result', ${attempt.result}::text, 'code', ${attempt.code}::text)))
        ELSE jsonb_build_object('permission_attempts_omitted',
          COALESCE((metadata ->> 'permission_attempts_omitted')::bigint, 0) + 1)
      END
      WHERE ${thisPrompt(choice)}
      RETURNING id
    )
    SELECT ${changedHint(choice)} FROM recorded`);
}
