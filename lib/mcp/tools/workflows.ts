import { z } from "zod";
import { createWorkflow } from "@/lib/workflows/create-workflow";
import { deleteWorkflow } from "@/lib/workflows/delete-workflow";
import { listWorkflows } from "@/lib/workflows/list-workflows";
import { updateWorkflow } from "@/lib/workflows/update-workflow";
import { doneShape, workflowShape } from "@/lib/shapes";
import { DONE, filledId, filledText } from "../shapes";
import { ADDS, defineTool, DESTROYS, READS, SETS } from "../tool";

const about = { group: "workflows", surfaces: ["external"] } as const;

export const listWorkflowsTool = defineTool({
  ...about,
  name: "list_workflows_kandev",
  title: "List workflows",
  description: "Lists the workflows of a workspace, each with its steps in order.",
  annotations: READS,
  input: z.strictObject({ workspace_id: filledId }),
  output: z.object({ workflows: z.array(workflowShape), total: z.number() }),
  handler: (ctx, { workspace_id }) => listWorkflows(ctx, { workspaceId: workspace_id }),
});

export const createWorkflowTool = defineTool({
  ...about,
  name: "create_workflow_kandev",
  title: "Create a workflow",
  description: "Makes a workflow in a workspace, with four steps to begin with.",
  annotations: ADDS,
  input: z.strictObject({ workspace_id: filledId, name: filledText }),
  output: workflowShape,
  handler: (ctx, { workspace_id, name }) => createWorkflow(ctx, { workspaceId: workspace_id, name }),
});

export const updateWorkflowTool = defineTool({
  ...about,
  name: "update_workflow_kandev",
  title: "Rename a workflow",
  description: "Renames a workflow; its steps and tasks stay as they are.",
  annotations: SETS,
  input: z.strictObject({ workflow_id: filledId, name: filledText }),
  output: workflowShape,
  handler: (ctx, { workflow_id, name }) => updateWorkflow(ctx, { workflowId: workflow_id, name }),
});

export const deleteWorkflowTool = defineTool({
  ...about,
  name: "delete_workflow_kandev",
  title: "Delete a workflow",
  description:
    "Deletes a workflow and its steps. Its tasks go to the first step of another workflow of the workspace; the last workflow is refused.",
  annotations: DESTROYS,
  input: z.strictObject({ workflow_id: filledId }),
  output: doneShape,
  async handler(ctx, { workflow_id }) {
    await deleteWorkflow(ctx, { workflowId: workflow_id });
    return DONE;
  },
});
