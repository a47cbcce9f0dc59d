import { endSessionBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { endSession } from "@/lib/sessions/end-session";

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const { state } = await readBody(request, endSessionBody);
  return Response.json(await endSession(ctx, { sessionId: id, state }));
});
