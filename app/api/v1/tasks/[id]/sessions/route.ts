import { notFound } from "@/lib/errors";
import { createSessionBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { sessionEndpoint } from "@/lib/http/session-endpoint";
import { createSession } from "@/lib/sessions/create-session";
import { listSessions } from "@/lib/sessions/list-sessions";

export const GET = route<{ id: string }>(async (ctx, _request, { id }) =>
  Response.json(await listSessions(ctx, { taskId: id })),
);

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const { surface, agent_profile_id } = await readBody(request, createSessionBody);
  if (agent_profile_id !== undefined) throw notFound("agent profile");
  const { session, token } = await createSession(ctx, { taskId: id, surface });
  return Response.json({ session, mcp: { url: sessionEndpoint(ctx.app, request), token } }, { status: 201 });
});
