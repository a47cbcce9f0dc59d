import { revokeAgentKey } from "@/lib/agent-keys/revoke-agent-key";
import { route } from "@/lib/http/route";

export const DELETE = route<{ id: string; key_id: string }>(async (ctx, _request, { id, key_id }) => {
  await revokeAgentKey(ctx, { workspaceId: id, keyId: key_id });
  return Response.json({ success: true });
});
