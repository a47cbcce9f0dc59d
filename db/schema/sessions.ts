import { sql, type SQLWrapper } from "drizzle-orm";
import { type AnyPgColumn, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant } from "./columns";
import { agentKeys } from "./workspaces";

export const SESSION_STATES = [
  "created",
  "starting",
  "running",
  "idle",
  "waiting_for_input",
  "completed",
  "failed",
  "cancelled",
] as const;

/** An agent's session on a task. `agent_profile_id` null: somebody else runs the agent (contract 6.3). */
export const taskSessions = pgTable(
  "task_sessions",
  {
    id: id(),
    taskId: text("task_id").notNull(),
    state: text("state").notNull().default("created"),
    surface: text("surface").notNull().default("kanban-task"),
    agentProfileId: text("agent_profile_id"),
    /** What our agent calls the session, so that the next process of it can load it; null until it has one. */
    acpSessionId: text("acp_session_id"),
    /** The run of an agent with a workspace's key that this session belongs to (contract 5); null for others. */
    agentKeyId: text("agent_key_id").references((): AnyPgColumn => agentKeys.id, { onDelete: "set null" }),
    agentRun: text("agent_run"),
    /** First authenticated call of the agent; null until it connects. */
    connectedAt: instant("connected_at"),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    updatedAt: instant("updated_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index("task_sessions_task_idx").on(table.taskId, table.createdAt, table.id),
    index("task_sessions_agent_run_idx")
      .on(table.agentKeyId, table.agentRun, table.createdAt)
      .where(sql`${table.agentKeyId} IS NOT NULL`),
    // A run has one session that goes on, whoever makes it.
    uniqueIndex("task_sessions_open_run_idx")
      .on(table.agentKeyId, table.agentRun)
      .where(
        sql`${table.agentKeyId} IS NOT NULL AND ${table.state} NOT IN ('completed', 'failed', 'cancelled')`,
      ),
  ],
);

export const taskSessionTurns = pgTable(
  "task_session_turns",
  {
    id: id(),
    taskSessionId: text("task_session_id")
      .notNull()
      .references((): AnyPgColumn => taskSessions.id, { onDelete: "cascade" }),
    startedAt: instant("started_at")
      .notNull()
      .default(sql`now()`),
    completedAt: instant("completed_at"),
    metadata: jsonb("metadata").default({}),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index("task_session_turns_newest_idx").on(
      table.taskSessionId,
      table.startedAt,
      table.createdAt,
      table.id,
    ),
  ],
);

/** What the planner must recognise in migration 0003_by_session's `unanswered_clarification_messages`. */
const unanswered = (table: { readonly type: AnyPgColumn; readonly metadata: AnyPgColumn }) =>
  sql`${table.type} = 'clarification_request' AND COALESCE(${table.metadata} ->> 'status', '') IN ('', 'pending')`;

/** A permission prompt that nobody has decided, live or not. */
export const isUndecided = (table: { readonly type: SQLWrapper; readonly metadata: SQLWrapper }) =>
  sql`${table.type} = 'permission_request' AND COALESCE(${table.metadata} ->> 'status', '') IN ('', 'pending')`;

/** When a permission prompt was decided: RFC 3339 in UTC with microseconds, which sorts as text. */
export const decidedAt = (table: { readonly metadata: SQLWrapper }) =>
  sql`(${table.metadata} -> 'permission_resolution' ->> 'selected_at')`;

export const taskSessionMessages = pgTable(
  "task_session_messages",
  {
    id: id(),
    taskSessionId: text("task_session_id")
      .notNull()
      .references((): AnyPgColumn => taskSessions.id, { onDelete: "cascade" }),
    taskId: text("task_id").notNull().default(""),
    turnId: text("turn_id").references((): AnyPgColumn => taskSessionTurns.id, { onDelete: "cascade" }),
    authorType: text("author_type").notNull().default("agent"),
    type: text("type").notNull().default("message"),
    content: text("content").notNull().default(""),
    metadata: jsonb("metadata").default({}),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    updatedAt: instant("updated_at")
      .notNull()
      .default(sql`now()`),
    /** When an agent collected this user message (`get_user_messages_kandev`). */
    handedOutAt: instant("handed_out_at"),
    pendingId: text("pending_id").generatedAlwaysAs(sql`metadata ->> 'pending_id'`),
  },
  (table) => [
    index("task_session_messages_transcript_idx").on(table.taskSessionId, table.createdAt, table.id),
    index("task_session_messages_turn_idx").on(table.turnId),
    // Both columns that a bundle is looked up by: with one, PostgreSQL may combine it with a scan of all questions.
    index("task_session_messages_pending_idx")
      .on(table.pendingId, table.type)
      .where(sql`${table.pendingId} IS NOT NULL`),
    index("task_session_messages_unanswered_idx")
      .on(table.taskSessionId, table.turnId)
      .where(unanswered(table)),
    // De-duplication finds the newest bundle that opens with the same prompt (contract 6.1).
    index("task_session_messages_prompt_idx")
      .on(table.taskSessionId, sql`md5(${table.metadata} #>> '{question,prompt}')`, table.createdAt)
      .where(sql`${table.type} = 'clarification_request'`),
    index("task_session_messages_permission_idx")
      .on(table.turnId, table.createdAt, table.id)
      .where(sql`${table.type} = 'permission_request'`),
    // The history of the inbox walks what was decided, newest first (lib/inbox/list-history).
    index("task_session_messages_decided_idx")
      .on(decidedAt(table), table.id)
      .where(sql`${table.type} = 'permission_request' AND ${decidedAt(table)} IS NOT NULL`),
    index("task_session_messages_undecided_idx").on(table.taskSessionId).where(isUndecided(table)),
    index("task_session_messages_undelivered_idx")
      .on(table.taskSessionId)
      .where(sql`(${table.metadata} ->> 'response_delivery_pending') = 'true'`),
    index("task_session_messages_mailbox_idx")
      .on(table.taskSessionId, table.createdAt, table.id)
      .where(
        sql`${table.authorType} = 'user' AND ${table.type} = 'message' AND ${table.handedOutAt} IS NULL`,
      ),
  ],
);

/** Bearer tokens of agents: one session each, only the SHA-256 is kept. */
export const sessionTokens = pgTable(
  "session_tokens",
  {
    id: id(),
    taskSessionId: text("task_session_id")
      .notNull()
      .references((): AnyPgColumn => taskSessions.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    uniqueIndex("session_tokens_hash_idx").on(table.tokenHash),
    index("session_tokens_session_idx").on(table.taskSessionId),
  ],
);

/**
 * A server process. It lives while `lock_id` is held as a session-level advisory lock on its listening
 * connection, so a killed process is known to be dead the moment PostgreSQL notices.
 */
export const servers = pgTable("servers", {
  id: id(),
  lockId: integer("lock_id").notNull().generatedAlwaysAsIdentity(),
  startedAt: instant("started_at")
    .notNull()
    .default(sql`now()`),
});

/** Server-wide values that are made once, such as the signing secret (contract 2, KANDEV_SECRET). */
export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
