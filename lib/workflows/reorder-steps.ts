import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { validationError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import type { WorkflowStepView } from "@/lib/views";
import { getWorkflow } from "./get-workflow";
import { lockWorkflow } from "./lock-workflow";

/** Puts a workflow's steps into an order that names each of them once. Throws not_found, validation_error. */
export async function reorderSteps(
  ctx: Context,
  input: { readonly workflowId: string; readonly stepIds: readonly string[] },
): Promise<{ steps: readonly WorkflowStepView[]; total: number }> {
  return ctx.app.db.transaction(async (tx) => {
    const { workspaceId } = await lockWorkflow(tx, ctx.actor, input.workflowId);
    const { steps } = await getWorkflow(tx, ctx.actor, input.workflowId);
    const known = new Set(steps.map(({ id }) => id));
    if (input.stepIds.length !== known.size || new Set(input.stepIds).size !== known.size)
      throw validationError("step_ids: must name every step of the workflow once");
    if (!input.stepIds.every((id) => known.has(id)))
      throw validationError("step_ids: must be steps of the workflow");
    await tx.execute(sql`
      UPDATE workflow_steps SET position = ordered.nth - 1, updated_at = now()
      FROM unnest(${sql.param([...input.stepIds])}::text[]) WITH ORDINALITY AS ordered (id, nth)
      WHERE workflow_steps.id = ordered.id`);
    await notify(tx, { name: "workspace.updated", workspace_id: workspaceId });
    const ordered = await getWorkflow(tx, ctx.actor, input.workflowId);
    return { steps: ordered.steps, total: ordered.steps.length };
  });
}
