import { archiveTaskBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { updateTask } from "@/lib/tasks/update-task";

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const { archived } = await readBody(request, archiveTaskBody);
  return Response.json(await updateTask(ctx, { taskId: id, archived }));
});
