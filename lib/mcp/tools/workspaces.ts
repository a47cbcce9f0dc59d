import { z } from "zod";
import { createWorkspace } from "@/lib/workspaces/create-workspace";
import { deleteWorkspace } from "@/lib/workspaces/delete-workspace";
import { listWorkspaces } from "@/lib/workspaces/list-workspaces";
import { updateWorkspace } from "@/lib/workspaces/update-workspace";
import { doneShape, workspaceShape } from "@/lib/shapes";
import { DONE, filledId, filledText } from "../shapes";
import { ADDS, defineTool, DESTROYS, READS, SETS } from "../tool";

const about = { group: "workspaces", surfaces: ["external"] } as const;

export const listWorkspacesTool = defineTool({
  ...about,
  name: "list_workspaces_kandev",
  title: "List workspaces",
  description: "Lists the workspaces you may see: your own and those that belong to everybody.",
  annotations: READS,
  input: z.strictObject({}),
  output: z.object({ workspaces: z.array(workspaceShape), total: z.number() }),
  async handler(ctx) {
    const workspaces = await listWorkspaces(ctx);
    return { workspaces, total: workspaces.length };
  },
});

export const createWorkspaceTool = defineTool({
  ...about,
  name: "create_workspace_kandev",
  title: "Create a workspace",
  description: "Makes a workspace. It gets a workflow with four steps at its first use.",
  annotations: ADDS,
  input: z.strictObject({ name: filledText }),
  output: workspaceShape,
  handler: createWorkspace,
});

export const updateWorkspaceTool = defineTool({
  ...about,
  name: "update_workspace_kandev",
  title: "Rename a workspace",
  description: "Renames a workspace; its tasks and workflows stay as they are.",
  annotations: SETS,
  input: z.strictObject({ workspace_id: filledId, name: filledText }),
  output: workspaceShape,
  handler: (ctx, { workspace_id, name }) => updateWorkspace(ctx, { workspaceId: workspace_id, name }),
});

export const deleteWorkspaceTool = defineTool({
  ...about,
  name: "delete_workspace_kandev",
  title: "Delete a workspace",
  description:
    "Deletes a workspace with its workflows and agent keys. One that still has tasks, archived ones too, is refused.",
  annotations: DESTROYS,
  input: z.strictObject({ workspace_id: filledId }),
  output: doneShape,
  async handler(ctx, { workspace_id }) {
    await deleteWorkspace(ctx, { workspaceId: workspace_id });
    return DONE;
  },
});
