import { and, asc, eq, ne, sql } from "drizzle-orm";
import { workflowSteps, workflows } from "@/db/schema/workspaces";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockWorkflow } from "./lock-workflow";
import { placeTasks } from "./place-tasks";
import { stepOrder } from "./workflow-view";

/**
 * Deletes a workflow. Its tasks go to the first step of another one of the workspace; the last workflow stays. Throws
 * not_found, conflict.
 */
export async function deleteWorkflow(ctx: Context, input: { readonly workflowId: string }): Promise<void> {
  await ctx.app.db.transaction(async (tx) => {
    const { workspaceId } = await lockWorkflow(tx, ctx.actor, input.workflowId);
    // All of the workspace's, so that two of them deleted at once leave one.
    await tx.execute(sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`);
    const [target] = await tx
      .select({ workflowId: workflows.id, stepId: workflowSteps.id })
      .from(workflows)
      .innerJoin(workflowSteps, eq(workflowSteps.workflowId, workflows.id))
      .where(and(eq(workflows.workspaceId, workspaceId), ne(workflows.id, input.workflowId)))
      .orderBy(asc(workflows.position), asc(workflows.id), ...stepOrder)
      .limit(1);
    if (target === undefined)
      throw new AppError("conflict", "this is the workspace's only workflow; make another one first");
    const moved = await placeTasks(tx, sql`workflow_id = ${input.workflowId}`, target);
    await tx.delete(workflows).where(eq(workflows.id, input.workflowId));
    await notify(tx, ...moved, { name: "workspace.updated", workspace_id: workspaceId });
  });
}
