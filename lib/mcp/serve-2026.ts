import { createMcpHandler, type McpHttpHandler, Server } from "@modelcontextprotocol/server";
import { callTool } from "./call-tool";
import { type Exchange, SERVER_INFO } from "./exchange";
import { addResourceHandlers2026, pendingUpdates } from "./resources-2026";
import { addTaskHandlers2026, declaresTasks, startTask2026, TASKS_EXTENSION } from "./tasks-2026";

/**
 * Serves one POST of the protocol generation since 2026-07-28, which is stateless by itself: each request says who asks and
 * what the client can. What the generation's rules refuse is answered by the library.
 */
export function serve2026(exchange: Exchange): Promise<Response> {
  const { ctx, incoming, request, streaming } = exchange;
  const handler: McpHttpHandler = createMcpHandler(() => makeServer(exchange), {
    legacy: "reject",
    responseMode: streaming ? "sse" : "auto",
    keepAliveMs: ctx.app.env.KANDEV_KEEPALIVE_SECONDS * 1000,
    bus: pendingUpdates(ctx, () => handler),
    onerror: (error) => ctx.app.log.debug({ err: error }, "mcp request refused"),
  });
  return handler.fetch(request, { parsedBody: incoming.body });
}

function makeServer(exchange: Exchange): Server {
  const { ctx, offer, incoming, request, userAgent } = exchange;
  const server = new Server(SERVER_INFO, {
    capabilities: {
      tools: {},
      ...(offer.startsTasks && { extensions: { [TASKS_EXTENSION]: {} } }),
      ...(offer.resources.length > 0 && { resources: { subscribe: true } }),
    },
  });
  server.setRequestHandler("tools/list", () => ({ tools: offer.list(userAgent) }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const task = declaresTasks(mcpReq.envelope) ? await startTask2026(ctx, offer, params) : undefined;
    return (
      task ?? {
        ...(await callTool(ctx, offer, {
          name: params.name,
          args: params.arguments,
          userAgent,
          signals: [request.signal, mcpReq.signal],
          key: incoming.callKey(mcpReq.id),
          progressToken: mcpReq._meta?.progressToken,
          notify: mcpReq.notify,
        })),
      }
    );
  });
  if (offer.startsTasks) addTaskHandlers2026(server, exchange);
  if (offer.resources.length > 0) addResourceHandlers2026(server, exchange);
  return server;
}
