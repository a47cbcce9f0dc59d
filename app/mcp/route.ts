import { resolveActor } from "@/lib/auth/resolve-actor";
import { mcpChallenge } from "@/lib/http/resource-metadata";
import { failure } from "@/lib/http/route";
import { serve } from "@/lib/mcp/serve";
import { getApp } from "@/lib/runtime";

export const dynamic = "force-dynamic";

/** The endpoint for external clients. */
async function handle(request: Request): Promise<Response> {
  let challenge: string | undefined;
  try {
    const app = getApp();
    if (app.env.KANDEV_AUTH === "enabled") challenge = mcpChallenge(app, request);
    return await serve(
      { app, actor: await resolveActor(app, request), origin: "external_mcp" },
      "external",
      request,
    );
  } catch (error) {
    return failure(error, challenge);
  }
}

export { handle as DELETE, handle as GET, handle as POST };
