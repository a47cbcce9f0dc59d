import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createTaskSessionFromClient, type TaskEnabledSession } from "@modelcontextprotocol/ext-tasks/client";
import { z } from "zod";
import { type Generation, MODERN, modernRequest, postMcp } from "./mcp-client";
import type { TestServer } from "./server";

const TASKS = { extensions: { "io.modelcontextprotocol/tasks": {} } };

const rpcReply = z.union([
  z.object({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number()]),
    result: z.record(z.string(), z.json()),
  }),
  z.object({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number()]),
    error: z.object({ code: z.number(), message: z.string(), data: z.json().optional() }),
  }),
]);
export type RpcReply = z.output<typeof rpcReply>;

interface RpcRequest {
  readonly method: string;
  readonly params?: object;
  readonly id?: string | number;
}

/** One request of either generation by hand, from a client that knows tasks. */
export async function postRpc(
  server: Pick<TestServer, "url">,
  generation: Generation,
  token: string | undefined,
  { id = 1, ...request }: RpcRequest,
  capabilities: object = TASKS,
): Promise<RpcReply> {
  const message = { jsonrpc: "2.0", id, ...request };
  const { body, headers } =
    generation === MODERN ? modernRequest(message, capabilities) : { body: message, headers: {} };
  const path = token === undefined ? "/mcp" : "/mcp/session";
  const reply = await postMcp(server, body, { path, headers, ...(token !== undefined && { token }) });
  const data = /^data: (.*)$/m.exec(reply.text)?.[1] ?? reply.text;
  return rpcReply.parse(JSON.parse(data));
}

export interface TaskClient {
  readonly session: TaskEnabledSession;
  close(): Promise<void>;
}

const requestSchema = z.looseObject({
  method: z.string(),
  params: z.record(z.string(), z.json()).optional(),
});

/** The official client of MCP tasks, in either generation. */
export async function connectTasks(
  server: Pick<TestServer, "url">,
  generation: Generation,
  token: string,
): Promise<TaskClient> {
  const modern = generation === MODERN;
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: modern ? { pin: MODERN } : "legacy" }, capabilities: modern ? TASKS : {} },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp/session", server.url), { requestInit }),
  );
  const { tools } = await client.listTools();
  const options = {
    endpointId: "kandev",
    tools: {
      currentTool: (name: string) => {
        const tool = tools.find((listed) => listed.name === name);
        return tool && { name, inputSchema: {}, ...(!modern && { taskSupport: "optional" as const }) };
      },
    },
  };
  const raw = {
    rawDispatch: (request: unknown) => postRpc(server, generation, token, requestSchema.parse(request)),
    v2RequestFraming: {
      protocolVersion: MODERN,
      clientInfo: { name: "test", version: "1.0.0" },
      clientCapabilities: TASKS,
    },
  };
  const session = createTaskSessionFromClient(client, modern ? { ...options, ...raw } : options);
  return {
    session,
    async close() {
      await session.close();
      await client.close();
    },
  };
}
