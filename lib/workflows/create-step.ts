import { workflowSteps } from "@/db/schema/workspaces";
import type { Context } from "@/lib/context";
import { validationError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import type { OnTurnComplete, WorkflowStepView } from "@/lib/views";
import { getWorkflow } from "./get-workflow";
import { lockWorkflow } from "./lock-workflow";
import { checkTarget } from "./step-target";
import { stepColumns } from "./workflow-view";

export const MOST_STEPS = 50;

/** Adds a step at the end of a workflow. Throws not_found, validation_error. */
export async function createStep(
  ctx: Context,
  input: {
    readonly workflowId: string;
    readonly name: string;
    readonly color?: string | undefined;
    readonly onTurnComplete?: OnTurnComplete | undefined;
    readonly moveToStepId?: string | null | undefined;
  },
): Promise<WorkflowStepView> {
  return ctx.app.db.transaction(async (tx) => {
    const { workspaceId } = await lockWorkflow(tx, ctx.actor, input.workflowId);
    const workflow = await getWorkflow(tx, ctx.actor, input.workflowId);
    if (workflow.steps.length >= MOST_STEPS)
      throw validationError(`a workflow has at most ${MOST_STEPS} steps`);
    const target = {
      onTurnComplete: input.onTurnComplete ?? ("stay" as const),
      moveToStepId: input.moveToStepId ?? null,
    };
    checkTarget(workflow, target);
    const [row] = await tx
      .insert(workflowSteps)
      .values({
        id: newId(),
        workflowId: input.workflowId,
        name: input.name,
        color: input.color ?? "",
        position: (workflow.steps.at(-1)?.position ?? -1) + 1,
        ...target,
      })
      .returning(stepColumns);
    if (row === undefined) throw new Error("insert returned no row");
    await notify(tx, { name: "workspace.updated", workspace_id: workspaceId });
    return row;
  });
}
