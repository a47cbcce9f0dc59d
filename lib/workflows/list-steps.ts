import type { Context } from "@/lib/context";
import type { WorkflowStepView } from "@/lib/views";
import { getWorkflow } from "./get-workflow";

/** The steps of a workflow, in order. Throws not_found. */
export async function listSteps(
  ctx: Context,
  input: { readonly workflowId: string },
): Promise<{ steps: readonly WorkflowStepView[]; total: number }> {
  const { steps } = await getWorkflow(ctx.app.db, ctx.actor, input.workflowId);
  return { steps, total: steps.length };
}
