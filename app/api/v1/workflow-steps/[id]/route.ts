import { updateStepBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { deleteStep } from "@/lib/workflows/delete-step";
import { stepChange } from "@/lib/workflows/step-input";
import { updateStep } from "@/lib/workflows/update-step";

export const PATCH = route<{ id: string }>(async (ctx, request, { id }) => {
  const { name, ...fields } = await readBody(request, updateStepBody);
  return Response.json(await updateStep(ctx, { stepId: id, name, ...stepChange(fields) }));
});

export const DELETE = route<{ id: string }>(async (ctx, _request, { id }) => {
  await deleteStep(ctx, { stepId: id });
  return Response.json({ success: true });
});
