import { resolveAgent } from "@/lib/auth/resolve-actor";
import { failure } from "@/lib/http/route";
import { readRunRequest } from "@/lib/mcp/run-request";
import { serve } from "@/lib/mcp/serve";
import { getApp } from "@/lib/runtime";

export const dynamic = "force-dynamic";

/** The endpoint for an agent with a session token or an agent key; the session's surface decides its tools. */
async function handle(request: Request): Promise<Response> {
  try {
    const app = getApp();
    const actor = await resolveAgent(app, request, () => readRunRequest(request));
    return await serve({ app, actor, origin: "agent_mcp" }, actor.surface, request);
  } catch (error) {
    return failure(error);
  }
}

export { handle as DELETE, handle as GET, handle as POST };
