import { authorizeWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notify } from "@/lib/events/hints";
import type { WorkflowView } from "@/lib/views";
import { getWorkflow } from "./get-workflow";
import { insertWorkflow } from "./insert-workflow";

/** Makes a workflow with four steps to begin with. Throws not_found. */
export async function createWorkflow(
  ctx: Context,
  input: { readonly workspaceId: string; readonly name: string },
): Promise<WorkflowView> {
  await authorizeWorkspace(ctx, input.workspaceId);
  return ctx.app.db.transaction(async (tx) => {
    const id = await insertWorkflow(tx, input);
    await notify(tx, { name: "workspace.updated", workspace_id: input.workspaceId });
    return getWorkflow(tx, ctx.actor, id);
  });
}
