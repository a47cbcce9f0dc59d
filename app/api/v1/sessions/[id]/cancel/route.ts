import { cancelTurn } from "@/lib/agents/cancel-turn";
import { emptyBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  await readBody(request, emptyBody);
  return Response.json(await cancelTurn(ctx, { sessionId: id }));
});
