import type { Context } from "@/lib/context";
import type { WorkspaceView } from "@/lib/views";
import { defaultWorkspace } from "./default-workspace";
import { listWorkspaces } from "./list-workspaces";

/** The workspaces the caller may see, at least one: where there is none yet, the default one is made. */
export async function ownWorkspaces(ctx: Context): Promise<WorkspaceView[]> {
  const workspaces = await listWorkspaces(ctx);
  if (workspaces.length > 0) return workspaces;
  await defaultWorkspace(ctx);
  return listWorkspaces(ctx);
}
