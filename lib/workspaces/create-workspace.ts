import { workspaces } from "@/db/schema/workspaces";
import { callerScope } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { newId } from "@/lib/ids";
import type { WorkspaceView } from "@/lib/views";

/** Makes a workspace owned by the caller; ownerless, so visible to everyone, when nobody is signed in. */
export async function createWorkspace(
  ctx: Context,
  input: { readonly name: string },
): Promise<WorkspaceView> {
  const row = { id: newId(), name: input.name, ownerId: callerScope(ctx.actor) ?? "" };
  await ctx.app.db.insert(workspaces).values(row);
  return { id: row.id, name: row.name, owner_id: row.ownerId };
}
