import { createTaskBody, listTasksQuery } from "@/lib/http/bodies";
import { readBody, readQuery } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { createTask } from "@/lib/tasks/create-task";
import { listTasks } from "@/lib/tasks/list-tasks";

export const GET = route(async (ctx, request) => {
  const { workspace_id, limit } = readQuery(request, listTasksQuery);
  return Response.json(await listTasks(ctx, { workspaceId: workspace_id, limit }));
});

export const POST = route(async (ctx, request) =>
  Response.json(await createTask(ctx, await readBody(request, createTaskBody)), { status: 201 }),
);
