import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { z } from "zod";
import { openEvents } from "./event-stream";
import { type OpenSession, type Reply, type Sending, send } from "./http";
import type { TestServer } from "./server";

/** How a tool call ended, as an agent sees it. */
export interface ToolOutcome {
  readonly isError: boolean;
  /** The one text block. */
  readonly text: string;
  readonly structured: unknown;
}

const resultSchema = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.strictObject({ type: z.literal("text"), text: z.string() })]),
  structuredContent: z.unknown().optional(),
});

export type CallOptions = Pick<RequestOptions, "onprogress" | "signal" | "timeout">;

/** A client of either protocol generation. */
export interface ToolCaller {
  /**
   * Calls a tool; the official client checks a success against the tool's output schema. Rejects when the protocol
   * fails, not when the tool does.
   */
  call(name: string, args?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<ToolOutcome>;
  readonly close: () => Promise<void>;
}

export interface McpConnection extends ToolCaller {
  readonly client: Client;
}

const PATIENCE_MS = 30_000;

export interface ConnectOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** What the client calls itself. */
  readonly name?: string;
}

const endpointOf = (token: string | undefined): string =>
  /^kandev_(session|agent)_/.test(token ?? "") ? "/mcp/session" : "/mcp";

/** Connects the official client of the generation up to 2025-11-25: to /mcp/session with an agent's token, to /mcp otherwise. */
export async function connectMcp(
  server: Pick<TestServer, "url">,
  token?: string,
  path = endpointOf(token),
  { headers: more = {}, name = "test" }: ConnectOptions = {},
): Promise<McpConnection> {
  const client = new Client({ name, version: "1.0.0" });
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...more };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(path, server.url), { requestInit: { headers } }),
  );
  await client.listTools(); // from now on the client knows the output schemas
  return {
    client,
    call: async (name, args = {}, options = {}) =>
      toOutcome(
        await client.callTool({ name, arguments: { ...args } }, undefined, {
          timeout: PATIENCE_MS,
          ...options,
        }),
      ),
    close: () => client.close(),
  };
}

/** A `tools/call` result as an agent sees it; throws for one of another shape. */
export function toOutcome(result: unknown): ToolOutcome {
  const { isError, content, structuredContent } = resultSchema.parse(result);
  return { isError, text: content[0].text, structured: structuredContent };
}

export interface ModernConnection extends ToolCaller {
  readonly client: ModernClient;
}

export const MODERN = "2026-07-28";

/** Connects the official client of 2026-07-28, which never falls back to an older version. */
export async function connectModern(
  server: Pick<TestServer, "url">,
  token?: string,
  path = endpointOf(token),
  { headers: more = {}, name = "test" }: ConnectOptions = {},
): Promise<ModernConnection> {
  const client = new ModernClient(
    { name, version: "1.0.0" },
    { versionNegotiation: { mode: { pin: MODERN } } },
  );
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...more };
  await client.connect(new ModernTransport(new URL(path, server.url), { requestInit: { headers } }));
  await client.listTools();
  return {
    client,
    call: async (name, args = {}, options = {}) =>
      toOutcome(
        await client.callTool({ name, arguments: { ...args } }, { timeout: PATIENCE_MS, ...options }),
      ),
    close: () => client.close(),
  };
}

export type Generation = "2025-11-25" | typeof MODERN;

/** Both official clients, for what must be the same in both generations. */
export const GENERATIONS = [
  ["2025-11-25", connectMcp],
  [MODERN, connectModern],
] as const;

const ACCEPT = { accept: "application/json, text/event-stream" };

/** One POST to an MCP endpoint by hand, for what the official client would never send. */
export const postMcp = (
  server: Pick<TestServer, "url">,
  body: unknown,
  { path = "/mcp", headers = {}, ...options }: Sending & { readonly path?: string } = {},
): Promise<Reply> => send(server, "POST", path, { body, headers: { ...ACCEPT, ...headers }, ...options });

/** What 2026-07-28 wants of every request, around one of JSON-RPC: who asks, in the body, and what for, in headers. */
export function modernRequest(
  message: { readonly method: string; readonly params?: object },
  capabilities: object = {},
): { body: object; headers: Record<string, string> } {
  const params: Readonly<Record<string, unknown>> = { ...message.params };
  const name = [params.name, params.uri, params.taskId].find((value) => typeof value === "string");
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    ...(typeof params._meta === "object" ? params._meta : {}),
  };
  return {
    body: { ...message, params: { ...params, _meta } },
    headers: {
      "mcp-protocol-version": MODERN,
      "mcp-method": message.method,
      ...(typeof name === "string" && { "mcp-name": headerText(name) }),
    },
  };
}

/** What a header cannot carry as it is goes there in the protocol's own wrapping. */
const headerText = (value: string): string =>
  /^[\x21-\x7e]+$/.test(value) ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;

/** A tool call as JSON-RPC. */
export const toolCall = (name: string, args: unknown, id: string | number = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

export interface BlockedAsk {
  readonly pendingId: string;
  /** Settles when the call returns. */
  readonly outcome: Promise<ToolOutcome>;
}

/** Asks, and resolves once the call is blocked: its first progress notification names the question. */
export function blockOnAsk(
  mcp: ToolCaller,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<BlockedAsk> {
  return new Promise((resolve, reject) => {
    const outcome = mcp.call("ask_user_question_kandev", args, {
      ...options,
      onprogress: ({ message = "" }) => {
        const [, pendingId] = /question (\S+)/.exec(message) ?? [];
        if (pendingId !== undefined) resolve({ pendingId, outcome });
      },
    });
    outcome.then((early) => reject(new Error(`the call was not blocked: ${early.text}`)), reject);
  });
}

export interface HeldAsk {
  readonly pendingId: string;
  /** What the call returned; undefined when its connection ended without. */
  result(): Promise<unknown>;
  /** Drops the connection, as a process that dies does. */
  drop(): void;
}

/** Asks on a connection of its own, without a client that notices or repairs anything, and resolves once it is blocked. */
export async function holdAsk(
  server: Pick<TestServer, "url">,
  { token, headers = {} }: Pick<OpenSession, "token"> & Pick<ConnectOptions, "headers">,
  args: Readonly<Record<string, unknown>>,
): Promise<HeldAsk> {
  const call = toolCall("ask_user_question_kandev", args);
  const stream = await openEvents(server, {
    path: "/mcp/session",
    token,
    init: {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ ...call, params: { ...call.params, _meta: { progressToken: "held" } } }),
    },
  });
  const progress = await stream.until((block) => block.data.includes("notifications/progress"));
  return {
    pendingId: /question (\S+)/.exec(progress.data)?.[1] ?? "",
    async result() {
      try {
        const block = await stream.until((read) => read.data.includes('"result"'));
        return z
          .object({ result: z.object({ structuredContent: z.unknown() }) })
          .parse(JSON.parse(block.data)).result.structuredContent;
      } catch {
        return undefined;
      }
    },
    drop: () => stream.close(),
  };
}
