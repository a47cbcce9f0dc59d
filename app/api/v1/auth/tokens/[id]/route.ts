import { revokeToken } from "@/lib/auth/tokens/revoke-token";
import { route } from "@/lib/http/route";

export const DELETE = route<{ id: string }>(async (ctx, _request, { id }) => {
  await revokeToken(ctx, { tokenId: id });
  return Response.json({ success: true });
});
