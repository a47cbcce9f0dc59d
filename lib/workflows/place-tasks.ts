import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import type { Hint } from "@/lib/events/hints";

const rows = z.array(z.object({ id: z.string() }));

/** The position behind every task of a step; the step is an id or an expression of one. */
export const lastPosition = (stepId: string | SQL): SQL =>
  sql`(SELECT COALESCE(max(o.position), 0) + 1 FROM tasks o WHERE o.workflow_step_id = ${stepId})`;

/** Puts the tasks that stand on one step, or on one workflow, behind those of another step, in their order. */
export async function placeTasks(
  tx: Transaction,
  from: SQL,
  to: { readonly workflowId: string; readonly stepId: string },
): Promise<Hint[]> {
  const moved = rows.parse([
    ...(await tx.execute(sql`
      WITH moving AS (
        SELECT id, row_number() OVER (ORDER BY position, id) - 1 AS nth FROM tasks WHERE ${from}
      )
      UPDATE tasks SET workflow_id = ${to.workflowId}, workflow_step_id = ${to.stepId},
        position = ${lastPosition(to.stepId)} + moving.nth, updated_at = clock_timestamp()
      FROM moving WHERE tasks.id = moving.id RETURNING tasks.id`)),
  ]);
  return moved.map(({ id }) => ({ name: "task.updated", task_id: id }));
}
