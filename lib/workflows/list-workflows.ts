import { eq, inArray } from "drizzle-orm";
import { workflowSteps, workflows } from "@/db/schema/workspaces";
import { authorizeWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { groupBy } from "@/lib/group-by";
import type { WorkflowView } from "@/lib/views";
import { ensureWorkflow } from "./ensure-workflow";
import { stepColumns, stepOrder, workflowColumns, workflowOrder } from "./workflow-view";

/** The workflows of a workspace with their steps, both in order. A workspace without one gets its first. Throws not_found. */
export async function listWorkflows(
  ctx: Context,
  input: { readonly workspaceId: string },
): Promise<{ workflows: WorkflowView[]; total: number }> {
  const { db } = ctx.app;
  await authorizeWorkspace(ctx, input.workspaceId);
  await ensureWorkflow(db, input.workspaceId);
  const rows = await db
    .select(workflowColumns)
    .from(workflows)
    .where(eq(workflows.workspaceId, input.workspaceId))
    .orderBy(...workflowOrder);
  const ids = rows.map(({ id }) => id);
  const steps = await db
    .select(stepColumns)
    .from(workflowSteps)
    .where(inArray(workflowSteps.workflowId, ids))
    .orderBy(...stepOrder);
  const byWorkflow = groupBy(steps, (step) => step.workflow_id);
  return {
    workflows: rows.map((row) => ({ ...row, steps: byWorkflow.get(row.id) ?? [] })),
    total: rows.length,
  };
}
