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

export interface McpConnection {
  readonly client: Client;
  /**
   * Calls a tool; the official client checks a success against the tool's output schema. Rejects when the protocol
   * fails, not when the tool does.
   */
  call(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<ToolOutcome>;
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;

interface ConnectOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** What the client calls itself. */
  readonly name?: string;
}

/** Connects the official client: to /mcp/session with an agent's token, to /mcp otherwise. */
export async function connectMcp(
  server: Pick<TestServer, "url">,
  token?: string,
  path = /^kandev_(session|agent)_/.test(token ?? "") ? "/mcp/session" : "/mcp",
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
    async call(name, args = {}, options = {}) {
      const result = resultSchema.parse(
        await client.callTool({ name, arguments: { ...args } }, undefined, {
          timeout: PATIENCE_MS,
          ...options,
        }),
      );
      const [{ text }] = result.content;
      return { isError: result.isError, text, structured: result.structuredContent };
    },
    close: () => client.close(),
  };
}

const ACCEPT = { accept: "application/json, text/event-stream" };

/** One POST to an MCP endpoint by hand, for what the official client would never send. */
export const postMcp = (
  server: Pick<TestServer, "url">,
  body: unknown,
  { path = "/mcp", headers = {}, ...options }: Sending & { readonly path?: string } = {},
): Promise<Reply> => send(server, "POST", path, { body, headers: { ...ACCEPT, ...headers }, ...options });

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
  mcp: McpConnection,
  args: Readonly<Record<string, unknown>>,
  options: RequestOptions = {},
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
