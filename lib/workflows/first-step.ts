import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { workflowSteps, workflows } from "@/db/schema/workspaces";
import { notFound } from "@/lib/errors";
import { ensureWorkflow } from "./ensure-workflow";
import { stepOrder, workflowOrder } from "./workflow-view";

/**
 * Where a new task of a workspace stands: on the named step, else on the first of the named workflow, else on the first of the
 * first. Throws not_found for a step or workflow of another workspace.
 */
export async function firstStep(
  tx: Transaction,
  input: {
    readonly workspaceId: string;
    readonly workflowId?: string | undefined;
    readonly stepId?: string | undefined;
  },
): Promise<{ workflowId: string; stepId: string }> {
  await ensureWorkflow(tx, input.workspaceId);
  const [found] = await tx
    .select({ workflowId: workflows.id, stepId: workflowSteps.id })
    .from(workflows)
    .innerJoin(workflowSteps, eq(workflowSteps.workflowId, workflows.id))
    .where(
      and(
        eq(workflows.workspaceId, input.workspaceId),
        input.workflowId ? eq(workflows.id, input.workflowId) : undefined,
        input.stepId ? eq(workflowSteps.id, input.stepId) : undefined,
      ),
    )
    .orderBy(...workflowOrder, ...stepOrder)
    .limit(1);
  if (found === undefined) throw notFound(input.stepId ? "workflow step" : "workflow");
  return found;
}
