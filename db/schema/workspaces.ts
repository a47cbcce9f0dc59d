import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { id, instant } from "./columns";
import { personalAccessTokens } from "./users";

/** `owner_id` '' means visible to everyone. */
export const workspaces = pgTable(
  "workspaces",
  {
    id: id(),
    name: text("name").notNull(),
    ownerId: text("owner_id").notNull().default(""),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index("workspaces_owner_idx").on(table.ownerId)],
);

/** `workspace_id` has no foreign key: '' and dangling ids are legal and visible to everyone (D5, L1c). */
export const tasks = pgTable(
  "tasks",
  {
    id: id(),
    workspaceId: text("workspace_id").notNull().default(""),
    title: text("title").notNull().default(""),
    description: text("description").notNull().default(""),
    state: text("state").notNull().default("created"),
    /** Null: the task stands on no board. */
    workflowId: text("workflow_id").references((): AnyPgColumn => workflows.id, { onDelete: "set null" }),
    workflowStepId: text("workflow_step_id").references((): AnyPgColumn => workflowSteps.id, {
      onDelete: "set null",
    }),
    /** Orders the tasks of one step, smallest first. */
    position: doublePrecision("position").notNull().default(0),
    /** The task that this one is a part of; '' for a task of its own, no foreign key. */
    parentId: text("parent_id").notNull().default(""),
    /** Its agent asks the parent's agent instead of a person. */
    autopilot: boolean("autopilot").notNull().default(false),
    archivedAt: instant("archived_at"),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    updatedAt: instant("updated_at")
      .notNull()
      .default(sql`now()`),
  },
  // Nulls first, which is what DESC means in a query: an index that says otherwise gives no order.
  (table) => [
    index("tasks_workspace_idx").on(table.workspaceId, table.createdAt.desc().nullsFirst(), table.id),
    index("tasks_created_idx").on(table.createdAt.desc().nullsFirst(), table.id),
    index("tasks_workflow_idx").on(table.workflowId, table.createdAt.desc().nullsFirst(), table.id),
    index("tasks_step_idx").on(table.workflowStepId, table.position),
    index("tasks_parent_idx")
      .on(table.parentId)
      .where(sql`${table.parentId} <> ''`),
  ],
);

/** The board of a workspace: ordered steps that its tasks go through. */
export const workflows = pgTable(
  "workflows",
  {
    id: id(),
    workspaceId: text("workspace_id")
      .notNull()
      .references((): AnyPgColumn => workspaces.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    position: integer("position").notNull().default(0),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    updatedAt: instant("updated_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index("workflows_workspace_idx").on(table.workspaceId, table.position, table.id)],
);

/** What becomes of a task when its agent's turn completes on this step. */
export const ON_TURN_COMPLETE = ["stay", "move_to_next", "move_to_step"] as const;

/** A column of the board. */
export const workflowSteps = pgTable(
  "workflow_steps",
  {
    id: id(),
    workflowId: text("workflow_id")
      .notNull()
      .references((): AnyPgColumn => workflows.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    color: text("color").notNull().default(""),
    position: integer("position").notNull().default(0),
    onTurnComplete: text("on_turn_complete", { enum: ON_TURN_COMPLETE }).notNull().default("stay"),
    /** The target of `move_to_step`; without one the task stays. */
    moveToStepId: text("move_to_step_id").references((): AnyPgColumn => workflowSteps.id, {
      onDelete: "set null",
    }),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    updatedAt: instant("updated_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index("workflow_steps_workflow_idx").on(table.workflowId, table.position, table.id)],
);

/** Bearer tokens that serve all runs of an agent in a workspace (contract 5, `kandev_agent_...`). */
export const agentKeys = pgTable(
  "agent_keys",
  {
    id: id(),
    workspaceId: text("workspace_id")
      .notNull()
      .references((): AnyPgColumn => workspaces.id, { onDelete: "cascade" }),
    /** Who made it; '' on a server without accounts. */
    userId: text("user_id").notNull().default(""),
    /** The personal access token that it was made with, which it ends with. */
    parentId: text("parent_id").references((): AnyPgColumn => personalAccessTokens.id, {
      onDelete: "cascade",
    }),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("agent_keys_hash_idx").on(table.tokenHash),
    index("agent_keys_workspace_idx").on(table.workspaceId, table.createdAt),
    index("agent_keys_parent_idx").on(table.parentId),
  ],
);

/** "Not now": what a person has put aside in their inbox until a time; it decides nothing. */
export const inboxSnoozes = pgTable(
  "inbox_snoozes",
  {
    /** '' for the single user of a server without accounts. */
    userId: text("user_id").notNull(),
    /** A bundle's `pending_id` or a prompt's `request_id`. */
    itemId: text("item_id").notNull(),
    until: instant("until").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.itemId] })],
);
