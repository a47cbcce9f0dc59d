import { authorizeSession } from "@/lib/auth/access";
import { watchAccess } from "@/lib/auth/access-watch";
import { eventStream } from "@/lib/events/sse";
import { eventsQuery } from "@/lib/http/bodies";
import { readQuery } from "@/lib/http/body";
import { notAllowed, route } from "@/lib/http/route";

export const dynamic = "force-dynamic";
export { notAllowed as HEAD };

export const GET = route(async (ctx, request) => {
  const { session_id } = readQuery(request, eventsQuery);
  const session = session_id
    ? { id: session_id, taskId: await authorizeSession(ctx, session_id) }
    : undefined;
  const access = watchAccess(ctx.app, ctx.actor);
  request.signal.addEventListener("abort", () => access.stop(), { once: true });
  const stream = eventStream(ctx, {
    ...(session && { session }),
    lastEventId: request.headers.get("last-event-id") ?? "",
    signal: AbortSignal.any([request.signal, access.signal]),
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
});
