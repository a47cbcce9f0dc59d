import { moveTaskBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { moveTask } from "@/lib/tasks/move-task";

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const { workflow_step_id, before_task_id } = await readBody(request, moveTaskBody);
  return Response.json(
    await moveTask(ctx, { taskId: id, stepId: workflow_step_id, beforeTaskId: before_task_id }),
  );
});
