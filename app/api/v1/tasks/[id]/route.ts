import { route } from "@/lib/http/route";
import { getTask } from "@/lib/tasks/get-task";

export const GET = route<{ id: string }>(async (ctx, _request, { id }) =>
  Response.json(await getTask(ctx, { taskId: id })),
);
