import { eq, sql } from "drizzle-orm";
import { workflowSteps } from "@/db/schema/workspaces";
import { authorizeStep } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError, notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { getWorkflow } from "./get-workflow";
import { lockWorkflow } from "./lock-workflow";
import { placeTasks } from "./place-tasks";

/**
 * Deletes a step. Its tasks go to the step before it, or to the one after the first; the last step of a workflow stays. Steps
 * that led to it keep their tasks from now on. Throws not_found, conflict.
 */
export async function deleteStep(ctx: Context, input: { readonly stepId: string }): Promise<void> {
  await ctx.app.db.transaction(async (tx) => {
    const { workflowId, workspaceId } = await authorizeStep(tx, ctx.actor, input.stepId);
    await lockWorkflow(tx, ctx.actor, workflowId);
    const { steps } = await getWorkflow(tx, ctx.actor, workflowId);
    const index = steps.findIndex(({ id }) => id === input.stepId);
    if (index < 0) throw notFound("workflow step");
    const target = steps[index === 0 ? 1 : index - 1];
    if (target === undefined)
      throw new AppError("conflict", "this is the workflow's only step; make another one first");
    const moved = await placeTasks(tx, sql`workflow_step_id = ${input.stepId}`, {
      workflowId,
      stepId: target.id,
    });
    await tx
      .update(workflowSteps)
      .set({ onTurnComplete: "stay" })
      .where(eq(workflowSteps.moveToStepId, input.stepId));
    await tx.delete(workflowSteps).where(eq(workflowSteps.id, input.stepId));
    await notify(tx, ...moved, { name: "workspace.updated", workspace_id: workspaceId });
  });
}
