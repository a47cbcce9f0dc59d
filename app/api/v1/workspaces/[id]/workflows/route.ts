import { nameBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { createWorkflow } from "@/lib/workflows/create-workflow";
import { listWorkflows } from "@/lib/workflows/list-workflows";

export const GET = route<{ id: string }>(async (ctx, _request, { id }) =>
  Response.json(await listWorkflows(ctx, { workspaceId: id })),
);

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const { name } = await readBody(request, nameBody);
  return Response.json(await createWorkflow(ctx, { workspaceId: id, name }), { status: 201 });
});
