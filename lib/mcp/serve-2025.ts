import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  type ListToolsResult,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { Surface } from "@/lib/sessions/surface";
import { trackCall } from "./calls";
import { startProgress } from "./progress";
import { type Incoming, readIncoming } from "./incoming";
import { mcpSessionId } from "./run-request";
import { withFirstByte } from "./first-byte";
import { toolsOf } from "./catalogue";
import type { Tool, ToolCall } from "./tool";

const SERVER_INFO = { name: "kandev", title: "Kandev", version: "0.1.0" };

interface Prepared {
  readonly byName: ReadonlyMap<string, Tool>;
  readonly list: ListToolsResult;
}

const prepared = new Map<string, Prepared>();

function prepare(surface: Surface, { actor }: Context): Prepared {
  const asks = actor.kind === "agent" ? actor.asks : "person";
  const key = `${surface} ${asks}`;
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const tools = toolsOf(surface, asks);
  const made: Prepared = {
    byName: new Map(tools.map((tool) => [tool.name, tool])),
    list: {
      tools: tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
        name,
        title,
        description,
        annotations,
        inputSchema: { ...inputSchema, properties: objects(inputSchema.properties) },
        outputSchema: { ...outputSchema, properties: objects(outputSchema.properties) },
      })),
    },
  };
  prepared.set(key, made);
  return made;
}

/** JSON schema allows `true` for a property, the protocol's types only objects; ours are all objects. */
const objects = (properties: Record<string, unknown> = {}): Record<string, object> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) =>
      typeof value === "object" && value !== null ? [[key, value]] : [],
    ),
  );

/**
 * Serves one HTTP request of the protocol generation up to 2025-11-25, stateless: nothing is kept between requests but
 * what the database keeps, so any server can take the next one. Calls that wait are streamed, the rest answered as JSON.
 */
export async function serve(ctx: Context, surface: Surface, request: Request): Promise<Response> {
  if (request.method === "DELETE") return new Response(null, { status: 200 });
  if (request.method !== "POST")
    return Response.json(
      { error: "this endpoint has no stream of its own; POST to it", code: "method_not_allowed" },
      { status: 405, headers: { Allow: "POST, DELETE" } },
    );
  const incoming = await readIncoming(request);
  await incoming.cancelCalls(ctx);
  const tools = prepare(surface, ctx);
  const streaming = incoming.calledTools.some((name) => tools.byName.get(name)?.blocking === true);
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} } });
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !streaming,
    keepAliveMs: ctx.app.env.KANDEV_KEEPALIVE_SECONDS * 1000,
  });
  addHandlers(server, ctx, tools, incoming, request);
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: incoming.body });
  if (incoming.initializes) response.headers.set("mcp-session-id", mcpSessionId(newId(), incoming.body));
  return streaming ? withFirstByte(response) : response;
}

function addHandlers(
  server: Server,
  ctx: Context,
  tools: Prepared,
  incoming: Incoming,
  { signal: gone, headers }: Request,
): void {
  const takesTextOnly = (tool: Tool | undefined): boolean =>
    tool?.textOnlyFor?.test(headers.get("user-agent") ?? "") === true;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.list.tools.map(({ outputSchema, ...tool }) =>
      takesTextOnly(tools.byName.get(tool.name)) ? tool : { ...tool, outputSchema },
    ),
  }));
  server.setRequestHandler(CallToolRequestSchema, async (request, extra): Promise<CallToolResult> => {
    const tool = tools.byName.get(request.params.name);
    if (tool === undefined)
      throw new McpError(ErrorCode.InvalidParams, `unknown tool ${request.params.name.slice(0, 64)}`);
    const run = (call: ToolCall) => callTool(tool, ctx, request.params.arguments, call, takesTextOnly(tool));
    if (!tool.blocking) return run({ signal: gone, waitsOn: () => undefined });
    const call = trackCall(ctx, incoming.callKey(extra.requestId), [gone, extra.signal]);
    const progress = startProgress(ctx.app, extra);
    try {
      return await run({ signal: call.signal, waitsOn: progress.waitsOn });
    } finally {
      progress.stop();
      call.end();
    }
  });
}

/** Runs a tool: its object as text and structuredContent, or `<code>: <message>` as an error (contract 5). */
async function callTool(
  tool: Tool,
  ctx: Context,
  args: Readonly<Record<string, unknown>> = {},
  call: ToolCall,
  textOnly: boolean,
): Promise<CallToolResult> {
  try {
    const result = await tool.run(ctx, args, call);
    return {
      content: [{ type: "text", text: JSON.stringify(result) }],
      ...(!textOnly && { structuredContent: result }),
    };
  } catch (error) {
    if (!(error instanceof AppError)) ctx.app.log.error({ err: error, tool: tool.name }, "tool failed");
    const failure =
      error instanceof AppError
        ? error
        : new AppError("internal_error", "something went wrong on the server");
    return { isError: true, content: [{ type: "text", text: `${failure.code}: ${failure.message}` }] };
  }
}
