import { orderStepsBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { reorderSteps } from "@/lib/workflows/reorder-steps";

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const { step_ids } = await readBody(request, orderStepsBody);
  return Response.json(await reorderSteps(ctx, { workflowId: id, stepIds: step_ids }));
});
