import { startDemo } from "@/lib/demo/start-demo";
import { emptyBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { sessionEndpoint } from "@/lib/http/session-endpoint";

export const POST = route(async (ctx, request) => {
  await readBody(request, emptyBody);
  const { origin } = new URL(sessionEndpoint(ctx.app, request));
  return Response.json(await startDemo(ctx, { origin }), { status: 202 });
});
