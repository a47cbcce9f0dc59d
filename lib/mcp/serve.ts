import { isLegacyRequest } from "@modelcontextprotocol/server";
import type { Context } from "@/lib/context";
import type { Surface } from "@/lib/sessions/surface";
import { type Inserts, withFirstByte } from "./first-byte";
import type { Exchange } from "./exchange";
import { readIncoming } from "./incoming";
import { offerOf } from "./offer";
import { resumeAsk } from "./resume-ask";
import { serve2025 } from "./serve-2025";
import { serve2026 } from "./serve-2026";

/**
 * Serves one HTTP request in the protocol generation that it speaks: since 2026-07-28 each request says so itself, what says
 * nothing is of the generation up to 2025-11-25. Throws what `readIncoming` throws.
 */
export async function serve(ctx: Context, surface: Surface, request: Request): Promise<Response> {
  const lastEventId = request.headers.get("last-event-id");
  if (request.method === "GET" && lastEventId !== null && ctx.actor.kind === "agent")
    return resumeAsk(ctx, request, lastEventId);
  if (request.method !== "POST")
    return Response.json(
      {
        error: "this endpoint keeps no session and has no stream of its own; POST to it",
        code: "method_not_allowed",
      },
      { status: 405, headers: { Allow: "POST" } },
    );
  const incoming = await readIncoming(request);
  await incoming.cancelCalls(ctx);
  const offer = offerOf(surface, ctx.actor);
  const streaming =
    incoming.calledTools.some((name) => offer.byName.get(name)?.blocking === true) ||
    incoming.methods.includes("tasks/result");
  const userAgent = request.headers.get("user-agent") ?? "";
  let take: (inserts: Inserts) => void = () => undefined;
  const inserts = new Promise<Inserts>((resolve) => (take = resolve));
  const exchange: Exchange = { ctx, offer, request, incoming, userAgent, streaming, inserts };
  const older = await isLegacyRequest(request, incoming.body);
  const response = await (older ? serve2025(exchange) : serve2026(exchange));
  return streaming ? withFirstByte(response, take) : response;
}
