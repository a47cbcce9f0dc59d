import { resolveActor } from "@/lib/auth/resolve-actor";
import { failure } from "@/lib/http/route";
import { serve } from "@/lib/mcp/serve-2025";
import { getApp } from "@/lib/runtime";

export const dynamic = "force-dynamic";

/** The endpoint for external clients. */
async function handle(request: Request): Promise<Response> {
  try {
    const app = getApp();
    return await serve(
      { app, actor: await resolveActor(app, request), origin: "external_mcp" },
      "external",
      request,
    );
  } catch (error) {
    return failure(error);
  }
}

export { handle as DELETE, handle as GET, handle as POST };
