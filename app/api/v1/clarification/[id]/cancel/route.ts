import { cancelBundle } from "@/lib/clarification/cancel-bundle";
import { emptyBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  await readBody(request, emptyBody);
  await cancelBundle(ctx, { pendingId: id });
  return Response.json({ success: true });
});
