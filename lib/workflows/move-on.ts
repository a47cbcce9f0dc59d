import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import type { App } from "@/lib/app";
import type { Hint } from "@/lib/events/hints";
import { waitsForPerson } from "@/lib/sessions/set-session-state";
import { lastPosition } from "./place-tasks";

const rows = z.array(z.object({ id: z.string() }));

/**
 * The workflow guard (D4): a turn of the session has completed, so its task moves on as its step says, unless the session has
 * an active question or a live permission prompt. Fails closed: when the guard cannot be asked the task stays and the turn is
 * completed all the same. Under the session lock, before anything supersedes what is asked.
 */
export async function moveOn(
  { log }: Pick<App, "log">,
  tx: Transaction,
  sessionId: string,
  taskId: string,
): Promise<Hint[]> {
  try {
    const moved = await tx.transaction(async (savepoint) =>
      rows.parse([
        ...(await savepoint.execute(sql`
          WITH target AS (
            SELECT t.id, CASE p.on_turn_complete
              WHEN 'move_to_step' THEN p.move_to_step_id
              WHEN 'move_to_next' THEN (
                SELECT n.id FROM workflow_steps n
                WHERE n.workflow_id = p.workflow_id AND (n.position, n.id) > (p.position, p.id)
                ORDER BY n.position, n.id LIMIT 1)
              END AS step_id
            FROM tasks t JOIN workflow_steps p ON p.id = t.workflow_step_id
            WHERE t.id = ${taskId} AND t.archived_at IS NULL AND NOT EXISTS ${waitsForPerson(sessionId)}
          )
          UPDATE tasks SET workflow_step_id = target.step_id, position = ${lastPosition(sql`target.step_id`)},
            updated_at = clock_timestamp()
          FROM target WHERE tasks.id = target.id AND target.step_id IS NOT NULL RETURNING tasks.id`)),
      ]),
    );
    return moved.map(({ id }) => ({ name: "task.updated", task_id: id }));
  } catch (error) {
    log.error({ err: error, session_id: sessionId }, "a task was not moved on: it is not known what waits");
    return [];
  }
}
