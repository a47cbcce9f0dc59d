import { asc } from "drizzle-orm";
import { workspaces } from "@/db/schema/workspaces";
import { visibleWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import type { WorkspaceView } from "@/lib/views";

/** The workspaces the caller may see, oldest first. */
export async function listWorkspaces(ctx: Context): Promise<WorkspaceView[]> {
  return ctx.app.db
    .select({ id: workspaces.id, name: workspaces.name, owner_id: workspaces.ownerId })
    .from(workspaces)
    .where(visibleWorkspace(ctx.actor))
    .orderBy(asc(workspaces.createdAt), asc(workspaces.id));
}
