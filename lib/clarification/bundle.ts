import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/db/client";
import type { Context } from "@/lib/context";
import type { Actor } from "@/lib/auth/actor";
import { seesTask } from "@/lib/auth/access";
import { notFound } from "@/lib/errors";
import { questionIndex } from "@/lib/messages/message-view";
import { isActiveRow } from "./active";
import { bundleTask } from "./bundle-task";
import { type RowQuestion, readQuestion } from "./question";

export interface BundleRow extends RowQuestion {
  readonly id: string;
  readonly metadata: unknown;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Claimed, and not yet handed to an agent. */
  readonly deliveryPending: boolean;
  /** No agent waits for it right now (agent_disconnected). */
  readonly detached: boolean;
}

/** A bundle as its rows tell it: 1 to 4 questions that share a `pending_id`. */
export interface Bundle {
  readonly pendingId: string;
  readonly sessionId: string;
  readonly sessionState: string;
  /** Null when somebody else runs the agent. */
  readonly agentProfileId: string | null;
  /** From the messages, else from the session (M5); '' when neither knows it (M5a). */
  readonly taskId: string;
  /** In D2 order. */
  readonly rows: readonly BundleRow[];
  /** By the activeness rule, when the rows were read. Never a precondition of the claim (P2). */
  readonly active: boolean;
}

const detachedRow = z.object({ agent_disconnected: z.literal(true) });
const undeliveredRow = z.object({ response_delivery_pending: z.literal(true) });

const bundleRows = z.array(
  z.object({
    id: z.string(),
    task_id: z.string(),
    metadata: z.unknown(),
    created_at: z.string(),
    updated_at: z.string(),
    session_id: z.string(),
    session_task_id: z.string(),
    session_state: z.string(),
    agent_profile_id: z.string().nullable(),
    parent: z.boolean(),
    active: z.boolean(),
  }),
);

/**
 * Reads a bundle, or undefined when no question carries that id or `actor` may not see it; in one statement, so that the
 * two take the same time. A parent question is no bundle (contract 3). Without an actor: for this process itself.
 */
export async function findBundle(
  reader: Database | Transaction,
  pendingId: string,
  actor: Actor = { kind: "internal" },
): Promise<Bundle | undefined> {
  const rows = bundleRows.parse([
    ...(await reader.execute(sql`
      SELECT task_session_messages.id, task_session_messages.task_id, metadata, task_session_messages.created_at,
        task_session_messages.updated_at, s.id AS session_id, s.task_id AS session_task_id, s.state AS session_state,
        s.agent_profile_id, COALESCE(metadata -> 'parent_question' = 'true'::jsonb, false) AS parent,
        ${isActiveRow} AS active
      FROM task_session_messages JOIN task_sessions s ON s.id = task_session_id
      WHERE pending_id = ${pendingId} AND type = 'clarification_request'
        AND ${seesTask(actor, bundleTask(pendingId, sql`s.task_id`))}
      ORDER BY ${questionIndex}, task_session_messages.created_at, task_session_messages.id`)),
  ]);
  const [first] = rows;
  if (first === undefined || rows.some((row) => row.parent)) return undefined;
  const named = rows.map((row) => row.task_id).filter((taskId) => taskId !== "");
  return {
    pendingId,
    sessionId: first.session_id,
    sessionState: first.session_state,
    agentProfileId: first.agent_profile_id,
    taskId: named.sort()[0] ?? first.session_task_id,
    rows: rows.map((row) => ({
      id: row.id,
      metadata: row.metadata,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      detached: detachedRow.safeParse(row.metadata).success,
      deliveryPending: undeliveredRow.safeParse(row.metadata).success,
      ...readQuestion(row.metadata),
    })),
    active: rows.some((row) => row.active),
  };
}

/**
 * The first two steps of every clarification endpoint: the bundle's rows, then the caller's right to its task (A1, A2,
 * A7, A8). Missing, foreign and, for a scoped caller, unresolvable bundles are one and the same not_found (A3, A5).
 */
export async function authorizeBundle(ctx: Context, pendingId: string): Promise<Bundle> {
  const bundle = await findBundle(ctx.app.db, pendingId, ctx.actor);
  if (bundle === undefined) throw notFound("clarification request");
  return bundle;
}
