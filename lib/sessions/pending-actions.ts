import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/db/client";
import { isUndecided } from "@/db/schema/sessions";
import type { PendingAction } from "@/lib/views";
import { groupBy } from "@/lib/group-by";
import { isTerminal } from "./state";

const rowSchema = z.object({
  session_id: z.string(),
  task_id: z.string(),
  state: z.string(),
  permission: z.boolean(),
  clarification: z.boolean(),
});

export interface TaskPendingActions {
  readonly task: PendingAction | null;
  /** Of the primary session: the oldest that is not terminal, else the newest. */
  readonly primary: PendingAction | null;
  readonly bySession: ReadonlyMap<string, PendingAction | null>;
}

const NOTHING: TaskPendingActions = { task: null, primary: null, bySession: new Map() };

const actionOf = (row: { permission: boolean; clarification: boolean }): PendingAction | null =>
  row.permission ? "permission" : row.clarification ? "clarification" : null;

/** Predicate on the session `s`: a question of it waits for a person, by the activeness rule; one for a parent's agent does not. */
const waitsForAnswer = sql`EXISTS (
  SELECT 1 FROM active_clarification_messages a JOIN task_session_messages q ON q.id = a.id
  WHERE a.task_session_id = s.id AND q.metadata -> 'parent_question' IS DISTINCT FROM 'true'::jsonb)`;

/** Predicate on the session `s`: a permission of it waits for a decision. */
const waitsForDecision = sql`(
  EXISTS (SELECT 1 FROM live_permissions l WHERE l.task_session_id = s.id) OR COALESCE((
    SELECT COALESCE(m.metadata ->> 'status', '') IN ('', 'pending')
    FROM current_turns c
    JOIN task_session_messages m ON m.turn_id = c.turn_id AND m.task_session_id = s.id
    WHERE c.task_session_id = s.id AND NOT c.terminal AND m.type = 'permission_request'
    ORDER BY m.created_at DESC, m.id DESC LIMIT 1
  ), false))`;

/**
 * Query: the ids of the tasks whose {@link pendingActions} are not null, whoever's they are. It starts from what may
 * wait, so it costs what is blocked and not what there is (OFFSET 0 insists
 * on look-ups); the two predicates decide.
 */
export const blockedTasks = sql`
  SELECT DISTINCT blocked.id FROM (
    SELECT task_session_id FROM clarification_candidates
    UNION SELECT task_session_id FROM live_permissions
    UNION SELECT task_session_id FROM task_session_messages u WHERE ${isUndecided({ type: sql`u.type`, metadata: sql`u.metadata` })}
  ) may CROSS JOIN LATERAL (
    SELECT s.task_id AS id FROM task_sessions s
    WHERE s.id = may.task_session_id AND (${waitsForAnswer} OR ${waitsForDecision}) OFFSET 0
  ) blocked`;

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
      SELECT sessions.* FROM unnest(${sql.param([...taskIds])}::text[]) AS wanted (id) CROSS JOIN LATERAL (
        SELECT s.id AS session_id, s.task_id, s.state, s.created_at,
          ${waitsForAnswer} AS clarification, ${waitsForDecision} AS permission
        FROM task_sessions s WHERE s.task_id = wanted.id OFFSET 0
      ) sessions
      ORDER BY sessions.created_at, sessions.session_id`)),
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
