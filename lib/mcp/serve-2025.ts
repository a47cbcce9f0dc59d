import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { newId } from "@/lib/ids";
import { callTool } from "./call-tool";
import { type Exchange, SERVER_INFO } from "./exchange";
import { addResourceHandlers2025 } from "./resources-2025";
import { cancelledEvent, canResume, positionEvent } from "./resume-ask";
import { mcpSessionId } from "./run-request";
import { addTaskHandlers2025, startTask2025, TASKS_2025 } from "./tasks-2025";

/**
 * Serves one POST of the protocol generation up to 2025-11-25, stateless: nothing is kept between requests but what the
 * database keeps, so any server can take the next one.
 */
export async function serve2025(exchange: Exchange): Promise<Response> {
  const { ctx, incoming, offer, request, streaming } = exchange;
  const server = new Server(SERVER_INFO, {
    capabilities: {
      tools: {},
      ...(offer.startsTasks && { tasks: TASKS_2025 }),
      ...(offer.resources.length > 0 && { resources: {} }),
    },
  });
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !streaming,
    keepAliveMs: ctx.app.env.KANDEV_KEEPALIVE_SECONDS * 1000,
  });
  addHandlers(server, exchange);
  if (offer.startsTasks) addTaskHandlers2025(server, exchange);
  if (offer.resources.length > 0) addResourceHandlers2025(server, exchange);
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: incoming.body });
  if (incoming.methods.includes("initialize"))
    response.headers.set("mcp-session-id", mcpSessionId(newId(), incoming.body));
  return response;
}

function addHandlers(server: Server, { ctx, offer, incoming, inserts, request, userAgent }: Exchange): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offer
      .list(userAgent)
      .map((tool) =>
        offer.byName.get(tool.name)?.start === undefined
          ? tool
          : { ...tool, execution: { taskSupport: "optional" as const } },
      ),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) =>
    params.task === undefined
      ? {
          ...(await callTool(ctx, offer, {
            name: params.name,
            args: params.arguments,
            userAgent,
            signals: [request.signal, extra.signal],
            key: incoming.callKey(extra.requestId),
            progressToken: extra._meta?.progressToken,
            notify: extra.sendNotification,
            ...(canResume(request, incoming.body, extra.requestId) && {
              onResumable: (pendingId: string, cancelled: AbortSignal) =>
                void inserts.then((stream) => {
                  stream.write(positionEvent({ pendingId, requestId: extra.requestId }));
                  const giveUp = () => {
                    stream.write(cancelledEvent(extra.requestId));
                    stream.end();
                  };
                  cancelled.addEventListener("abort", giveUp, { once: true });
                }),
            }),
          })),
        }
      : startTask2025(ctx, offer, params),
  );
}
