import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { choose, openSession, question, respondPath, send } from "@/lib/testing/http";
import { connectMcp } from "@/lib/testing/mcp-client";
import { isDetached } from "@/lib/testing/clarification";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";

let product: Product;
const clients: Client[] = [];
beforeAll(async () => {
  product = await startProduct({ KANDEV_KEEPALIVE_SECONDS: "1" });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => product.stop());

const program = resolve("lib/agents/mcp-stdio.mjs");
const environment = (server: Pick<TestServer, "url">, token: string) => ({
  KANDEV_MCP_URL: `${server.url}/mcp/session`,
  KANDEV_MCP_TOKEN: token,
});

/** The official client, which starts the program as an agent does. */
async function start(server: Pick<TestServer, "url">, token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  clients.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program],
      env: environment(server, token),
    }),
  );
  return client;
}

interface Blocked {
  readonly pendingId: string;
  readonly result: Promise<unknown>;
}

/** Asks, and resolves once the server says that the call waits. */
function block(client: Client, prompt: string, signal?: AbortSignal): Promise<Blocked> {
  return new Promise((resolved, reject) => {
    const result = client.callTool(
      { name: "ask_user_question_kandev", arguments: { questions: [question(prompt)] } },
      undefined,
      {
        onprogress: ({ message = "" }) => {
          const [, pendingId] = /question (\S+)/.exec(message) ?? [];
          if (pendingId !== undefined) resolved({ pendingId, result });
        },
        ...(signal && { signal }),
      },
    );
    result.catch(reject);
  });
}

const answer = (pendingId: string) =>
  send(product.server, "POST", respondPath(pendingId), { body: choose("b") });

test("the program serves the tools of the session as the endpoint does", async () => {
  const { token } = await openSession(product.server);
  const direct = await connectMcp(product.server, token);
  const carried = await start(product.server, token);
  expect(await carried.listTools()).toEqual(await direct.client.listTools());
  expect(carried.getServerVersion()).toEqual(direct.client.getServerVersion());
  await direct.close();
});

test("a blocked ask hears progress and gets its answer, beside other calls", async () => {
  const { token } = await openSession(product.server);
  const client = await start(product.server, token);
  const first = await block(client, "First?");
  const second = await block(client, "Second?");
  const others = Array.from({ length: 5 }, () => client.listTools());
  expect(await Promise.all(others)).toHaveLength(5);
  await answer(second.pendingId);
  await answer(first.pendingId);
  for (const { pendingId, result } of [first, second])
    expect(await result).toMatchObject({
      structuredContent: { pending_id: pendingId, answers: [{ selected_options: ["b"] }] },
    });
});

test("a call that the agent takes back ends its wait, and its question stays open", async () => {
  const { token } = await openSession(product.server);
  const client = await start(product.server, token);
  const gone = new AbortController();
  const { pendingId, result } = await block(client, "Never mind?", gone.signal);
  gone.abort();
  await expect(result).rejects.toThrow();
  await expect.poll(() => isDetached(product.db, pendingId)).toBe(true);
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  expect(await answer(pendingId)).toMatchObject({ status: 200 });
  expect(await ask(client, "Never mind?")).toMatchObject({
    structuredContent: { pending_id: pendingId },
  });
});

const ask = (client: Client, prompt: string) =>
  client.callTool({ name: "ask_user_question_kandev", arguments: { questions: [question(prompt)] } });

test("the end of its input ends the program, and with it the wait", async () => {
  const { token } = await openSession(product.server);
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment(product.server, token) },
    stdio: "pipe",
  });
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const params = {
    name: "ask_user_question_kandev",
    arguments: { questions: [question("Anybody?")] },
    _meta: { progressToken: "one" },
  };
  child.stdin.write(`${JSON.stringify({ ...message, params })}\n`);
  const progress: unknown = await once(child.stdout, "data");
  const pendingId = /question (\S+)/.exec(String(progress))?.[1] ?? "";
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
  await expect.poll(() => isDetached(product.db, pendingId)).toBe(true);
});

test("a server that is away, goes away or refuses is named in the error of the call", async () => {
  const { token } = await openSession(product.server);
  const nowhere = { url: "http://127.0.0.1:9" };
  await expect(start(nowhere, token)).rejects.toThrow(
    /Kandev cannot be reached at http:\/\/127\.0\.0\.1:9\/mcp\/session: \S/,
  );
  await expect(start(product.server, `${token}x`)).rejects.toThrow(
    /Kandev refused this \(401\): .*unauthenticated/,
  );

  const mortal = await product.start();
  const client = await start(mortal, token);
  const { result } = await block(client, "Still there?");
  const failed = expect(result).rejects.toThrow(
    /broke off before it answered .*still open: ask the same again/,
  );
  await mortal.kill();
  await failed;
  await expect(client.listTools()).rejects.toThrow(/Kandev cannot be reached/);
});

test("without an address or a token the program says what is missing", async () => {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, KANDEV_MCP_TOKEN: "x" },
    stdio: "pipe",
  });
  const said = text(child.stderr);
  expect(await once(child, "exit")).toEqual([2, null]);
  expect(await said).toBe("KANDEV_MCP_URL and KANDEV_MCP_TOKEN must say where Kandev is and who asks.\n");
});
