import { launchAgent } from "@/lib/agents/launch-agent";
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
  const { surface, agent_profile_id: profileId, prompt } = await readBody(request, createSessionBody);
  if (profileId !== undefined) {
    const launched = await launchAgent(ctx, { taskId: id, profileId, prompt, surface });
    return Response.json({ session: launched }, { status: 201 });
  }
  const { session, token } = await createSession(ctx, { taskId: id, surface });
  return Response.json({ session, mcp: { url: sessionEndpoint(ctx.app, request), token } }, { status: 201 });
});
