import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/db/client";
import type { PendingAction } from "@/lib/views";
import { groupBy } from "@/lib/group-by";
import { isTerminal } from "./state";

const rowSchema = z.object({
  session_id: z.string(),
  task_id: z.string(),
  state: z.string(),
  permission: z.boolean().nullable(),
  clarification: z.boolean(),
});

export interface TaskPendingActions {
  readonly task: PendingAction | null;
  /** Of the primary session: the oldest that is not terminal, else the newest. */
  readonly primary: PendingAction | null;
  readonly bySession: ReadonlyMap<string, PendingAction | null>;
}

const NOTHING: TaskPendingActions = { task: null, primary: null, bySession: new Map() };

const actionOf = (row: { permission: boolean | null; clarification: boolean }): PendingAction | null =>
  row.permission === true ? "permission" : row.clarification ? "clarification" : null;

/**
 * What each task waits for (T1, T2): `permission` before `clarification`, null when nothing is blocked. A permission
 * counts while a server holds it, or when it is the newest of the current turn and undecided; a clarification by the activeness rule.
 */
export async function pendingActions(
  reader: Database | Transaction,
  taskIds: readonly string[],
): Promise<(taskId: string) => TaskPendingActions> {
  if (taskIds.length === 0) return () => NOTHING;
  const rows = z.array(rowSchema).parse([
    ...(await reader.execute(sql`
      SELECT s.id AS session_id, s.task_id, s.state,
        EXISTS (SELECT 1 FROM active_clarification_messages a WHERE a.task_session_id = s.id) AS clarification,
        EXISTS (SELECT 1 FROM live_permissions l WHERE l.task_session_id = s.id) OR (
          SELECT COALESCE(m.metadata ->> 'status', '') IN ('', 'pending')
          FROM current_turns c
          JOIN task_session_messages m ON m.turn_id = c.turn_id AND m.task_session_id = s.id
          WHERE c.task_session_id = s.id AND NOT c.terminal AND m.type = 'permission_request'
          ORDER BY m.created_at DESC, m.id DESC LIMIT 1
        ) AS permission
      FROM task_sessions s
      WHERE s.task_id IN (${sql.join(
        taskIds.map((id) => sql`${id}`),
        sql`, `,
      )})
      ORDER BY s.created_at, s.id`)),
  ]);
  const byTask = groupBy(rows, (row) => row.task_id);
  return (taskId) => {
    const sessions = byTask.get(taskId);
    if (sessions === undefined) return NOTHING;
    const actions = sessions.map(actionOf);
    const primary = sessions.find((row) => !isTerminal(row.state)) ?? sessions.at(-1);
    return {
      task: actions.includes("permission")
        ? "permission"
        : actions.includes("clarification")
          ? "clarification"
          : null,
      primary: primary === undefined ? null : actionOf(primary),
      bySession: new Map(sessions.map((row) => [row.session_id, actionOf(row)])),
    };
  };
}
