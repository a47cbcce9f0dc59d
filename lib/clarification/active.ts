import { type SQL, sql } from "drizzle-orm";
import { activeClarificationMessages } from "@/db/schema/clarification";
import { taskSessionMessages } from "@/db/schema/sessions";

/**
 * The ways to ask the activeness rule, which is the view `active_clarification_messages` (D4) and stated nowhere else.
 * Each names the session, from which the view starts: its plan is a few index look-ups whatever the statistics say.
 */

/** Sub-query: ids of a bundle's active rows. */
export const activeRowsOf = (bundle: { readonly pendingId: string; readonly sessionId: string }): SQL =>
  sql`(SELECT id FROM ${activeClarificationMessages} WHERE task_session_id = ${bundle.sessionId} AND pending_id = ${bundle.pendingId})`;

/** Sub-query: ids of every active row of a session. */
export const activeRowsIn = (sessionId: string): SQL =>
  sql`(SELECT id FROM ${activeClarificationMessages} WHERE task_session_id = ${sessionId})`;

/** Predicate: this row of `task_session_messages` is active. */
export const isActiveRow = sql<boolean>`EXISTS (
  SELECT 1 FROM ${activeClarificationMessages} a
  WHERE a.task_session_id = ${taskSessionMessages.taskSessionId} AND a.id = ${taskSessionMessages.id})`;
