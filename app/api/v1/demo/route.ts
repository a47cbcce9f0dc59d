import { startDemo } from "@/lib/demo/start-demo";
import { emptyBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";

export const POST = route(async (ctx, request) => {
  await readBody(request, emptyBody);
  return Response.json(await startDemo(ctx), { status: 202 });
});
