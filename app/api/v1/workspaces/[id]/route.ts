import { nameBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { deleteWorkspace } from "@/lib/workspaces/delete-workspace";
import { updateWorkspace } from "@/lib/workspaces/update-workspace";

export const PATCH = route<{ id: string }>(async (ctx, request, { id }) => {
  const { name } = await readBody(request, nameBody);
  return Response.json(await updateWorkspace(ctx, { workspaceId: id, name }));
});

export const DELETE = route<{ id: string }>(async (ctx, _request, { id }) => {
  await deleteWorkspace(ctx, { workspaceId: id });
  return Response.json({ success: true });
});
