import { emptyBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { startTurn } from "@/lib/turns/start-turn";

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  await readBody(request, emptyBody);
  return Response.json(await startTurn(ctx, { sessionId: id }), { status: 201 });
});
