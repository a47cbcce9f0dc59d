import { createStepBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { createStep } from "@/lib/workflows/create-step";
import { listSteps } from "@/lib/workflows/list-steps";
import { stepChange } from "@/lib/workflows/step-input";

export const GET = route<{ id: string }>(async (ctx, _request, { id }) =>
  Response.json(await listSteps(ctx, { workflowId: id })),
);

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const { name, ...fields } = await readBody(request, createStepBody);
  return Response.json(await createStep(ctx, { workflowId: id, name, ...stepChange(fields) }), {
    status: 201,
  });
});
