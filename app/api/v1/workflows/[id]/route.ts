import { nameBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { deleteWorkflow } from "@/lib/workflows/delete-workflow";
import { getWorkflow } from "@/lib/workflows/get-workflow";
import { updateWorkflow } from "@/lib/workflows/update-workflow";

export const GET = route<{ id: string }>(async (ctx, _request, { id }) =>
  Response.json(await getWorkflow(ctx.app.db, ctx.actor, id)),
);

export const PATCH = route<{ id: string }>(async (ctx, request, { id }) => {
  const { name } = await readBody(request, nameBody);
  return Response.json(await updateWorkflow(ctx, { workflowId: id, name }));
});

export const DELETE = route<{ id: string }>(async (ctx, _request, { id }) => {
  await deleteWorkflow(ctx, { workflowId: id });
  return Response.json({ success: true });
});
