import { eq } from "drizzle-orm";
import { workspaces } from "@/db/schema/workspaces";
import { authorizeWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import type { WorkspaceView } from "@/lib/views";

/** Renames a workspace. Throws not_found. */
export async function updateWorkspace(
  ctx: Context,
  input: { readonly workspaceId: string; readonly name: string },
): Promise<WorkspaceView> {
  await authorizeWorkspace(ctx, input.workspaceId);
  return ctx.app.db.transaction(async (tx) => {
    const [row] = await tx
      .update(workspaces)
      .set({ name: input.name })
      .where(eq(workspaces.id, input.workspaceId))
      .returning({ id: workspaces.id, name: workspaces.name, owner_id: workspaces.ownerId });
    if (row === undefined) throw notFound("workspace");
    await notify(tx, { name: "workspace.updated", workspace_id: row.id });
    return row;
  });
}
