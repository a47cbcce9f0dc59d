import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "./columns";
import { taskSessionMessages, taskSessions } from "./sessions";

/** How to start an agent that speaks ACP. Values in `env` may be credentials; they never leave the server (contract 4). */
export const agentProfiles = pgTable("agent_profiles", {
  id: id(),
  name: text("name").notNull(),
  command: text("command").notNull(),
  args: jsonb("args").notNull().default([]),
  env: jsonb("env").notNull().default({}),
  /** '' for a folder of the task's own in the data dir. */
  cwd: text("cwd").notNull().default(""),
  autoApprove: boolean("auto_approve").notNull().default(false),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

/**
 * An agent process of ours: the one of a session, and the server it belongs to. `process_mark` tells a process from another
 * one that got its number later. Left behind by a server that was killed, it is what the next one ends.
 */
export const agentRuns = pgTable(
  "agent_runs",
  {
    taskSessionId: text("task_session_id")
      .primaryKey()
      .references((): AnyPgColumn => taskSessions.id, { onDelete: "cascade" }),
    serverId: text("server_id").notNull(),
    host: text("host").notNull(),
    pid: integer("pid"),
    processMark: text("process_mark").notNull().default(""),
    startedAt: instant("started_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index("agent_runs_server_idx").on(table.serverId)],
);

/**
 * Which server holds a live permission prompt: where to ask, never the prompt itself. The prompt lives in that server's
 * memory and nowhere else (PR9).
 */
export const livePermissions = pgTable(
  "live_permissions",
  {
    requestId: text("request_id").primaryKey(),
    taskSessionId: text("task_session_id")
      .notNull()
      .references((): AnyPgColumn => taskSessions.id, { onDelete: "cascade" }),
    messageId: text("message_id")
      .notNull()
      .references((): AnyPgColumn => taskSessionMessages.id, { onDelete: "cascade" }),
    serverId: text("server_id").notNull(),
  },
  (table) => [
    index("live_permissions_session_idx").on(table.taskSessionId),
    index("live_permissions_message_idx").on(table.messageId),
    index("live_permissions_server_idx").on(table.serverId),
  ],
);

/** A request of one server to another, and its reply. Untaken, the caller may still withdraw it (contract 6.8). */
export const serverCalls = pgTable(
  "server_calls",
  {
    id: id(),
    serverId: text("server_id").notNull(),
    verb: text("verb").notNull(),
    input: jsonb("input").notNull(),
    takenAt: instant("taken_at"),
    reply: jsonb("reply"),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index("server_calls_server_idx").on(table.serverId)],
);
