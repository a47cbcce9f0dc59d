import { resolveAgent } from "@/lib/auth/resolve-actor";
import { failure } from "@/lib/http/route";
import { serve } from "@/lib/mcp/serve-2025";
import { getApp } from "@/lib/runtime";

export const dynamic = "force-dynamic";

/** The endpoint for an agent with a session token; the session's surface decides its tools. */
async function handle(request: Request): Promise<Response> {
  try {
    const app = getApp();
    const actor = await resolveAgent(app, request);
    return await serve({ app, actor, origin: "agent_mcp" }, actor.surface, request);
  } catch (error) {
    return failure(error);
  }
}

export { handle as DELETE, handle as GET, handle as POST };
