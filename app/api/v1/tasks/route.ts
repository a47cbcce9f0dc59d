import { createTaskBody, listTasksQuery } from "@/lib/http/bodies";
import { readBody, readQuery } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { createTask } from "@/lib/tasks/create-task";
import { listTasks } from "@/lib/tasks/list-tasks";

export const GET = route(async (ctx, request) => {
  const query = readQuery(request, listTasksQuery);
  const page = await listTasks(ctx, {
    workspaceId: query.workspace_id,
    workflowId: query.workflow_id,
    pendingOnly: query.pending_only,
    includeArchived: query.include_archived,
    cursor: query.cursor,
    limit: query.limit,
  });
  return Response.json(page);
});

export const POST = route(async (ctx, request) =>
  Response.json(await createTask(ctx, await readBody(request, createTaskBody)), { status: 201 }),
);
