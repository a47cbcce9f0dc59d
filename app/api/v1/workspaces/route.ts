import { nameBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { createWorkspace } from "@/lib/workspaces/create-workspace";
import { listWorkspaces } from "@/lib/workspaces/list-workspaces";

export const GET = route(async (ctx) => {
  const workspaces = await listWorkspaces(ctx);
  return Response.json({ workspaces, total: workspaces.length });
});

export const POST = route(async (ctx, request) =>
  Response.json(await createWorkspace(ctx, await readBody(request, nameBody)), { status: 201 }),
);
