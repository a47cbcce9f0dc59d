import { eq, sql } from "drizzle-orm";
import { workflows } from "@/db/schema/workspaces";
import type { Context } from "@/lib/context";
import { notify } from "@/lib/events/hints";
import type { WorkflowView } from "@/lib/views";

import { getWorkflow } from "./get-workflow";
import { lockWorkflow } from "./lock-workflow";

/** Renames a workflow. Throws not_found. */
export async function updateWorkflow(
  ctx: Context,
  input: { readonly workflowId: string; readonly name: string },
): Promise<WorkflowView> {
  return ctx.app.db.transaction(async (tx) => {
    const { workspaceId } = await lockWorkflow(tx, ctx.actor, input.workflowId);
    await tx
      .update(workflows)
      .set({ name: input.name, updatedAt: sql`now()` })
      .where(eq(workflows.id, input.workflowId));
    await notify(tx, { name: "workspace.updated", workspace_id: workspaceId });
    return getWorkflow(tx, ctx.actor, input.workflowId);
  });
}
