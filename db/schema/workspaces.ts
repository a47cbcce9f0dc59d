import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "./columns";

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
  ],
);
