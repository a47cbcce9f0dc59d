import { z } from "zod";
import { storableText } from "@/lib/text";
import { createStep } from "@/lib/workflows/create-step";
import { deleteStep } from "@/lib/workflows/delete-step";
import { listSteps } from "@/lib/workflows/list-steps";
import { reorderSteps } from "@/lib/workflows/reorder-steps";
import { stepChange, stepFields } from "@/lib/workflows/step-input";
import { updateStep } from "@/lib/workflows/update-step";
import { doneShape, stepShape } from "@/lib/shapes";
import { DONE, filledId, filledText } from "../shapes";
import { ADDS, defineTool, DESTROYS, READS, SETS } from "../tool";

const about = { group: "workflows", surfaces: ["external"] } as const;
const stepsShape = z.object({ steps: z.array(stepShape), total: z.number() });

export const listWorkflowStepsTool = defineTool({
  ...about,
  name: "list_workflow_steps_kandev",
  title: "List workflow steps",
  description:
    "Lists the steps of a workflow in order, each with what becomes of a task when its agent's turn completes there.",
  annotations: READS,
  input: z.strictObject({ workflow_id: filledId }),
  output: stepsShape,
  handler: (ctx, { workflow_id }) => listSteps(ctx, { workflowId: workflow_id }),
});

export const createWorkflowStepTool = defineTool({
  ...about,
  name: "create_workflow_step_kandev",
  title: "Add a workflow step",
  description:
    "Adds a step at the end of a workflow. on_turn_complete says what becomes of a task when a turn completes there: stay, move_to_next, or " +
    "move_to_step with move_to_step_id. A task whose agent still waits for a person stays in any case.",
  annotations: ADDS,
  input: z.strictObject({ workflow_id: filledId, name: filledText, ...stepFields }),
  output: stepShape,
  handler: (ctx, { workflow_id, name, ...fields }) =>
    createStep(ctx, { workflowId: workflow_id, name, ...stepChange(fields) }),
});

export const updateWorkflowStepTool = defineTool({
  ...about,
  name: "update_workflow_step_kandev",
  title: "Change a workflow step",
  description:
    "Changes what is given of a step (name, color, on_turn_complete, move_to_step_id) and leaves the rest.",
  annotations: SETS,
  input: z.strictObject({ step_id: filledId, name: filledText.optional(), ...stepFields }),
  output: stepShape,
  handler: (ctx, { step_id, name, ...fields }) =>
    updateStep(ctx, { stepId: step_id, name, ...stepChange(fields) }),
});

export const reorderWorkflowStepsTool = defineTool({
  ...about,
  name: "reorder_workflow_steps_kandev",
  title: "Reorder workflow steps",
  description: "Puts the steps of a workflow into a new order, which names each of them once.",
  annotations: SETS,
  input: z.strictObject({ workflow_id: filledId, step_ids: z.array(storableText).max(50) }),
  output: stepsShape,
  handler: (ctx, { workflow_id, step_ids }) =>
    reorderSteps(ctx, { workflowId: workflow_id, stepIds: step_ids }),
});

export const deleteWorkflowStepTool = defineTool({
  ...about,
  name: "delete_workflow_step_kandev",
  title: "Delete a workflow step",
  description:
    "Deletes a step. Its tasks go to the step before it, or to the one after the first; the last step of a workflow is refused.",
  annotations: DESTROYS,
  input: z.strictObject({ step_id: filledId }),
  output: doneShape,
  async handler(ctx, { step_id }) {
    await deleteStep(ctx, { stepId: step_id });
    return DONE;
  },
});
