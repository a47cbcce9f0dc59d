import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { newId } from "@/lib/ids";
import { callTool } from "./call-tool";
import { mcpSessionId } from "./run-request";
import { type Exchange, SERVER_INFO } from "./exchange";

/**
 * Serves one POST of the protocol generation up to 2025-11-25, stateless: nothing is kept between requests but what the
 * database keeps, so any server can take the next one.
 */
export async function serve2025(exchange: Exchange): Promise<Response> {
  const { ctx, incoming, request, streaming } = exchange;
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} } });
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !streaming,
    keepAliveMs: ctx.app.env.KANDEV_KEEPALIVE_SECONDS * 1000,
  });
  addHandlers(server, exchange);
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: incoming.body });
  if (incoming.initializes) response.headers.set("mcp-session-id", mcpSessionId(newId(), incoming.body));
  return response;
}

function addHandlers(server: Server, { ctx, offer, incoming, request, userAgent }: Exchange): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offer.list(userAgent) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => ({
    ...(await callTool(ctx, offer, {
      name: params.name,
      args: params.arguments,
      userAgent,
      signals: [request.signal, extra.signal],
      key: incoming.callKey(extra.requestId),
      progressToken: extra._meta?.progressToken,
      notify: extra.sendNotification,
    })),
  }));
}
