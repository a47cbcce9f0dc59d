import { listPermissionsQuery } from "@/lib/http/bodies";
import { readQuery } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { listPendingPermissions } from "@/lib/permissions/list-pending-permissions";

export const GET = route<{ id: string }>(async (ctx, request, { id }) => {
  const { session_id: sessionId } = readQuery(request, listPermissionsQuery);
  return Response.json(await listPendingPermissions(ctx, { taskId: id, sessionId }));
});
