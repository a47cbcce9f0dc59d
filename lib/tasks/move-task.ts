import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { tasks } from "@/db/schema/workspaces";
import { authorizeStep, visibleTask } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import type { TaskView } from "@/lib/views";
import { lockWorkflow } from "@/lib/workflows/lock-workflow";
import { getTask } from "./get-task";

/**
 * Puts a task on a step of a workflow of its workspace, before another task of that step or behind all of them. Throws
 * not_found, for a step of another workspace too.
 */
export async function moveTask(
  ctx: Context,
  input: { readonly taskId: string; readonly stepId: string; readonly beforeTaskId?: string | undefined },
): Promise<TaskView> {
  await ctx.app.db.transaction(async (tx) => {
    const [task] = await tx
      .select({ workspaceId: tasks.workspaceId })
      .from(tasks)
      .where(and(eq(tasks.id, input.taskId), visibleTask(ctx.actor)));
    if (task === undefined) throw notFound("task");
    const step = await authorizeStep(tx, ctx.actor, input.stepId);
    if (step.workspaceId !== task.workspaceId) throw notFound("workflow step");
    await lockWorkflow(tx, ctx.actor, step.workflowId);
    const position = await positionBefore(tx, input);
    await tx
      .update(tasks)
      .set({
        workflowId: step.workflowId,
        workflowStepId: input.stepId,
        position,
        updatedAt: sql`clock_timestamp()`,
      })
      .where(eq(tasks.id, input.taskId));
    await notify(tx, { name: "task.updated", task_id: input.taskId });
  });
  return getTask(ctx, input);
}

interface Place {
  readonly taskId: string;
  readonly stepId: string;
  readonly beforeTaskId?: string | undefined;
}

const gapRows = z.array(z.object({ previous: z.number().nullable(), next: z.number().nullable() }));

/** Between two neighbours. When no number is left between them, the step is numbered anew. Under the workflow lock. */
async function positionBefore(tx: Transaction, place: Place): Promise<number> {
  const gap = await findGap(tx, place);
  const middle = between(gap);
  if (middle !== undefined) return middle;
  await tx.execute(sql`
    UPDATE tasks SET position = ordered.nth FROM (
      SELECT id, row_number() OVER (ORDER BY position, id) AS nth FROM tasks WHERE workflow_step_id = ${place.stepId}
    ) ordered WHERE tasks.id = ordered.id`);
  const wide = between(await findGap(tx, place));
  if (wide === undefined) throw new Error("a step that was numbered anew has no gap");
  return wide;
}

async function findGap(tx: Transaction, { taskId, stepId, beforeTaskId }: Place) {
  const others = sql`FROM tasks o WHERE o.workflow_step_id = ${stepId} AND o.id <> ${taskId}`;
  const [gap] = gapRows.parse([
    ...(await tx.execute(
      beforeTaskId === undefined
        ? sql`SELECT max(o.position) AS previous, NULL::float8 AS next ${others}`
        : sql`
          SELECT (SELECT max(o.position) ${others} AND (o.position, o.id) < (b.position, b.id)) AS previous, b.position AS next
          FROM tasks b WHERE b.id = ${beforeTaskId} AND b.workflow_step_id = ${stepId} AND b.id <> ${taskId}`,
    )),
  ]);
  if (gap === undefined) throw notFound("task");
  return gap;
}

function between({ previous, next }: z.output<typeof gapRows>[number]): number | undefined {
  if (next === null) return (previous ?? 0) + 1;
  if (previous === null) return next - 1;
  const middle = (previous + next) / 2;
  return middle > previous && middle < next ? middle : undefined;
}
