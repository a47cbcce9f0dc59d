import { eq, sql } from "drizzle-orm";
import { workflowSteps } from "@/db/schema/workspaces";
import { authorizeStep } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import type { OnTurnComplete, WorkflowStepView } from "@/lib/views";
import { getWorkflow } from "./get-workflow";
import { lockWorkflow } from "./lock-workflow";
import { checkTarget } from "./step-target";
import { stepColumns } from "./workflow-view";

/** Changes what is given of a step and leaves the rest. Throws not_found, validation_error. */
export async function updateStep(
  ctx: Context,
  input: {
    readonly stepId: string;
    readonly name?: string | undefined;
    readonly color?: string | undefined;
    readonly onTurnComplete?: OnTurnComplete | undefined;
    readonly moveToStepId?: string | null | undefined;
  },
): Promise<WorkflowStepView> {
  return ctx.app.db.transaction(async (tx) => {
    const { workflowId, workspaceId } = await authorizeStep(tx, ctx.actor, input.stepId);
    await lockWorkflow(tx, ctx.actor, workflowId);
    const workflow = await getWorkflow(tx, ctx.actor, workflowId);
    const step = workflow.steps.find(({ id }) => id === input.stepId);
    if (step === undefined) throw notFound("workflow step");
    const onTurnComplete = input.onTurnComplete ?? step.on_turn_complete;
    const target = {
      onTurnComplete,
      moveToStepId:
        input.moveToStepId === undefined
          ? onTurnComplete === "move_to_step"
            ? step.move_to_step_id
            : null
          : input.moveToStepId,
    };
    checkTarget(workflow, target);
    const [row] = await tx
      .update(workflowSteps)
      .set({
        name: input.name ?? step.name,
        color: input.color ?? step.color,
        ...target,
        updatedAt: sql`now()`,
      })
      .where(eq(workflowSteps.id, input.stepId))
      .returning(stepColumns);
    if (row === undefined) throw notFound("workflow step");
    await notify(tx, { name: "workspace.updated", workspace_id: workspaceId });
    return row;
  });
}
