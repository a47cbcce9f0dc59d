import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  pgTable,
  pgView,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { id, instant } from "./columns";
import { servers, taskSessions } from "./sessions";

/**
 * THE activeness rule (D4): the pending rows of every active bundle. A row is here when its status is absent or
 * `pending`, its session is not terminal, its turn is the session's current turn, and its `pending_id` names rows
 * of one session, one turn and one type. Claim, list, guard, projections, detach, cancel and expiry all read it.
 * Its SQL is in migrations 0001_rules and 0003_by_session.
 */
export const activeClarificationMessages = pgView("active_clarification_messages", {
  id: text("id").notNull(),
  pendingId: text("pending_id").notNull(),
  taskSessionId: text("task_session_id").notNull(),
  turnId: text("turn_id").notNull(),
}).existing();

/**
 * Narrows the list query: one row for each (bundle, session) that had a pending row on the current turn of a
 * non-terminal session when that session last changed. Kept by triggers (migration 0001_rules), a superset of the
 * active bundles; `active_clarification_messages` still decides. Carries D1's created_at.
 */
export const clarificationCandidates = pgTable(
  "clarification_candidates",
  {
    taskSessionId: text("task_session_id")
      .notNull()
      .references((): AnyPgColumn => taskSessions.id, { onDelete: "cascade" }),
    pendingId: text("pending_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskSessionId, table.pendingId] }),
    index("clarification_candidates_order_idx").on(table.createdAt, table.pendingId),
  ],
);

/** Which server made a bundle. With the waiters it decides whether a bundle has a live entry (contract 4). */
export const clarificationOrigins = pgTable(
  "clarification_origins",
  {
    pendingId: text("pending_id").primaryKey(),
    taskSessionId: text("task_session_id")
      .notNull()
      .references((): AnyPgColumn => taskSessions.id, { onDelete: "cascade" }),
    serverId: text("server_id").notNull(),
  },
  (table) => [index("clarification_origins_session_idx").on(table.taskSessionId)],
);

/** A call that waits for a bundle's answer right now, on whichever server. */
export const clarificationWaiters = pgTable(
  "clarification_waiters",
  {
    id: id(),
    pendingId: text("pending_id").notNull(),
    taskSessionId: text("task_session_id")
      .notNull()
      .references((): AnyPgColumn => taskSessions.id, { onDelete: "cascade" }),
    serverId: text("server_id")
      .notNull()
      .references((): AnyPgColumn => servers.id, { onDelete: "cascade" }),
  },
  (table) => [
    index("clarification_waiters_pending_idx").on(table.pendingId),
    index("clarification_waiters_server_idx").on(table.serverId),
    index("clarification_waiters_session_idx").on(table.taskSessionId),
  ],
);

/** The reject reason on its way to the agent; gone after the hand-over (contract 6.6). */
export const clarificationDeliveries = pgTable(
  "clarification_deliveries",
  {
    pendingId: text("pending_id").primaryKey(),
    taskSessionId: text("task_session_id")
      .notNull()
      .references((): AnyPgColumn => taskSessions.id, { onDelete: "cascade" }),
    rejectReason: text("reject_reason").notNull(),
    /** The server that delivers; reconciliation leaves it alone while that server lives (contract 6.8). */
    serverId: text("server_id").notNull(),
  },
  (table) => [index("clarification_deliveries_session_idx").on(table.taskSessionId)],
);

/** Append-only: who resolved a bundle, from where, and who came too late (contract 6.7). Never read by the resolution path. */
export const clarificationAudit = pgTable(
  "clarification_audit",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    pendingId: text("pending_id").notNull(),
    taskSessionId: text("task_session_id")
      .notNull()
      .references((): AnyPgColumn => taskSessions.id, { onDelete: "cascade" }),
    claimed: boolean("claimed").notNull(),
    status: text("status").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorUserId: text("actor_user_id").notNull().default(""),
    surface: text("surface").notNull(),
    attemptedAt: instant("attempted_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index("clarification_audit_pending_idx").on(table.pendingId, table.id),
    index("clarification_audit_session_idx").on(table.taskSessionId),
  ],
);
