import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { taskSessions } from "@/db/schema/sessions";
import { tasks } from "@/db/schema/workspaces";
import { activeRowsIn } from "@/lib/clarification/active";
import type { Hint } from "@/lib/events/hints";

interface Change {
  readonly sessionId: string;
  readonly taskId: string;
  readonly from: readonly string[];
  readonly to: string;
  /** What the task's state becomes when the session's did. */
  readonly task: string;
}

/**
 * Moves a session from one of `from` to `to` and its task along with it; does nothing when the session has moved on.
 * Returns the hints to send.
 */
export async function setSessionState(tx: Transaction, change: Change): Promise<Hint[]> {
  const moved = await tx
    .update(taskSessions)
    .set({ state: change.to, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(taskSessions.id, change.sessionId), inArray(taskSessions.state, [...change.from])))
    .returning({ id: taskSessions.id });
  if (moved.length === 0) return [];
  await tx
    .update(tasks)
    .set({ state: change.task, updatedAt: sql`clock_timestamp()` })
    .where(eq(tasks.id, change.taskId));
  return [
    { name: "session.state_changed", session_id: change.sessionId, task_id: change.taskId, state: change.to },
    { name: "task.updated", task_id: change.taskId },
  ];
}

/** An agent asked: the session waits for a person. */
export const markWaiting = (tx: Transaction, sessionId: string, taskId: string) =>
  setSessionState(tx, {
    sessionId,
    taskId,
    from: ["created", "starting", "running", "idle"],
    to: "waiting_for_input",
    task: "review",
  });

/** Sub-query with a row for each thing of the session that waits for a person: an active question, a live permission prompt. */
export const waitsForPerson = (sessionId: string): SQL => sql`(
  SELECT 1 FROM ${activeRowsIn(sessionId)} a
  UNION ALL SELECT 1 FROM live_permissions l WHERE l.task_session_id = ${sessionId})`;

/**
 * Nothing is asked any more: the session goes on, unless something else of it waits. An agent of ours whose turn is over
 * has nothing to go on with. Under the session lock.
 */
export async function markRunning(tx: Transaction, sessionId: string, taskId: string): Promise<Hint[]> {
  const open = await tx.execute(sql`SELECT 1 WHERE EXISTS ${waitsForPerson(sessionId)}`);
  if (open.length > 0) return [];
  const [done] = await tx.execute(sql`
    SELECT 1 FROM task_sessions s WHERE s.id = ${sessionId} AND s.agent_profile_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM task_session_turns t WHERE t.task_session_id = s.id AND t.completed_at IS NULL)`);
  return setSessionState(tx, {
    sessionId,
    taskId,
    from: ["waiting_for_input"],
    ...(done === undefined ? { to: "running", task: "in_progress" } : { to: "idle", task: "review" }),
  });
}

/** The agent is done for now: the session waits for the next message, or for the answer to what is still open. Under the session lock. */
export async function markIdle(tx: Transaction, sessionId: string, taskId: string): Promise<Hint[]> {
  const open = await tx.execute(sql`SELECT 1 WHERE EXISTS ${waitsForPerson(sessionId)}`);
  if (open.length > 0) return [];
  return setSessionState(tx, {
    sessionId,
    taskId,
    from: ["created", "starting", "running", "waiting_for_input"],
    to: "idle",
    task: "review",
  });
}
