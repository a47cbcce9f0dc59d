import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { callTool } from "./call-tool";
import { type Exchange, SERVER_INFO } from "./exchange";

/**
 * Serves one POST of the protocol generation since 2026-07-28, which is stateless by itself: each request says who asks and
 * what the client can. What the generation's rules refuse is answered by the library.
 */
export function serve2026(exchange: Exchange): Promise<Response> {
  const { ctx, incoming, request, streaming } = exchange;
  const handler = createMcpHandler(() => makeServer(exchange), {
    legacy: "reject",
    responseMode: streaming ? "sse" : "auto",
    keepAliveMs: ctx.app.env.KANDEV_KEEPALIVE_SECONDS * 1000,
    onerror: (error) => ctx.app.log.debug({ err: error }, "mcp request refused"),
  });
  return handler.fetch(request, { parsedBody: incoming.body });
}

function makeServer({ ctx, offer, incoming, request, userAgent }: Exchange): Server {
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: offer.list(userAgent) }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => ({
    ...(await callTool(ctx, offer, {
      name: params.name,
      args: params.arguments,
      userAgent,
      signals: [request.signal, mcpReq.signal],
      key: incoming.callKey(mcpReq.id),
      progressToken: mcpReq._meta?.progressToken,
      notify: mcpReq.notify,
    })),
  }));
  return server;
}
