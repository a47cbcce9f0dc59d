import { validationError } from "@/lib/errors";
import type { OnTurnComplete, WorkflowView } from "@/lib/views";

/** What a step does with its tasks when a turn completes; `move_to_step` needs a step of the same workflow. */
export interface StepTarget {
  readonly onTurnComplete: OnTurnComplete;
  readonly moveToStepId: string | null;
}

/** Throws validation_error unless the target fits the step's workflow. */
export function checkTarget(workflow: WorkflowView, { onTurnComplete, moveToStepId }: StepTarget): void {
  if (onTurnComplete !== "move_to_step") {
    if (moveToStepId !== null)
      throw validationError("move_to_step_id: only with on_turn_complete move_to_step");
    return;
  }
  if (!workflow.steps.some(({ id }) => id === moveToStepId))
    throw validationError("move_to_step_id: must be a step of the same workflow");
}
