import { cancelPermissionBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { resolvePermission } from "@/lib/permissions/resolve-permission";

export const POST = route<{ request_id: string }>(async (ctx, request, { request_id }) => {
  const body = await readBody(request, cancelPermissionBody);
  const resolution = await resolvePermission(ctx, {
    taskId: body.task_id,
    sessionId: body.session_id,
    requestId: request_id,
    pendingId: body.pending_id,
    decision: "cancel",
  });
  return Response.json(resolution);
});
