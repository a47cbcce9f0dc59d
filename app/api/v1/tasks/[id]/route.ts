import { updateTaskBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { deleteTask } from "@/lib/tasks/delete-task";
import { getTask } from "@/lib/tasks/get-task";
import { updateTask } from "@/lib/tasks/update-task";

export const GET = route<{ id: string }>(async (ctx, _request, { id }) =>
  Response.json(await getTask(ctx, { taskId: id })),
);

export const PATCH = route<{ id: string }>(async (ctx, request, { id }) =>
  Response.json(await updateTask(ctx, { taskId: id, ...(await readBody(request, updateTaskBody)) })),
);

export const DELETE = route<{ id: string }>(async (ctx, _request, { id }) => {
  await deleteTask(ctx, { taskId: id });
  return Response.json({ success: true });
});
