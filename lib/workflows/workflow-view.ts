import { workflowSteps, workflows } from "@/db/schema/workspaces";
import type { WorkflowStepView } from "@/lib/views";

export const workflowColumns = {
  id: workflows.id,
  workspace_id: workflows.workspaceId,
  name: workflows.name,
  position: workflows.position,
};

export const stepColumns = {
  id: workflowSteps.id,
  workflow_id: workflowSteps.workflowId,
  name: workflowSteps.name,
  color: workflowSteps.color,
  position: workflowSteps.position,
  on_turn_complete: workflowSteps.onTurnComplete,
  move_to_step_id: workflowSteps.moveToStepId,
} satisfies Record<keyof WorkflowStepView, unknown>;

/** Steps and workflows stand in this order; the id decides between equal positions. */
export const stepOrder = [workflowSteps.position, workflowSteps.id] as const;
export const workflowOrder = [workflows.position, workflows.createdAt, workflows.id] as const;
