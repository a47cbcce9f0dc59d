import { type SQL, sql } from "drizzle-orm";

/**
 * M5, as an expression: the task that a bundle's messages name, else its session's, whatever the database's collation. It
 * gets the default collation back: compared in another one, tasks are not found by their index.
 */
export const bundleTask = (pendingId: SQL | string, sessionTaskId: SQL): SQL => sql`COALESCE(
  (SELECT min(n.task_id COLLATE "C") FROM task_session_messages n
    WHERE n.pending_id = ${pendingId} AND n.type = 'clarification_request' AND n.task_id <> '') COLLATE "default",
  ${sessionTaskId})`;
