import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { TOOLS, toolsOf } from "@/lib/mcp/catalogue";
import { newId } from "@/lib/ids";
import { openEvents } from "@/lib/testing/event-stream";
import { choose, makeAgentKey, openSession, question, respondPath, send } from "@/lib/testing/http";
import {
  blockOnAsk,
  connectMcp,
  connectModern,
  GENERATIONS,
  MODERN,
  modernRequest,
  postMcp,
  toolCall,
} from "@/lib/testing/mcp-client";
import { callEverything, withoutChance } from "@/lib/testing/call-everything";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ KANDEV_KEEPALIVE_SECONDS: "1" });
});
afterAll(() => product.stop());

describe("one catalogue", () => {
  test("every tool gives both official clients the same results and errors, each as its output schema says", async () => {
    const runs = [];
    for (const [, connect] of GENERATIONS) {
      const own = await startProduct();
      runs.push(await callEverything(connect, own));
      await own.stop();
    }
    const [older = [], newer = []] = runs;
    expect(new Set(older.map(([name]) => name))).toEqual(new Set(TOOLS.map(({ name }) => name)));
    for (const [name, { isError, structured, text }] of [...older, ...newer]) {
      if (isError)
        expect([name, structured, text]).toEqual([name, undefined, expect.stringMatching(/^\w+: /)]);
      else {
        const tool = TOOLS.find((known) => known.name === name);
        expect(tool?.output.safeParse(structured)).toMatchObject({ success: true });
        expect(JSON.parse(text)).toEqual(structured);
      }
    }
    expect(older.filter(([, { isError }]) => isError).length).toBeLessThan(8);
    expect(withoutChance(newer)).toEqual(withoutChance(older));
  });

  test("both generations list the same tools in the same words, on every surface", async () => {
    for (const surface of ["external", "kanban-task", "office-task", "configuration"] as const) {
      const token =
        surface === "external" ? undefined : (await openSession(product.server, { surface })).token;
      const lists = [];
      for (const [, connect] of GENERATIONS) {
        const mcp = await connect(product.server, token);
        const { tools } = await mcp.client.listTools();
        lists.push(tools.map((tool) => ({ ...tool, execution: undefined }))); // only the older one says who takes tasks
        await mcp.close();
      }
      expect(lists[1]).toEqual(lists[0]);
      expect(lists[1]?.map(({ name }) => name)).toEqual(toolsOf(surface).map(({ name }) => name));
    }
  });

  test("the same unknown tool is the same error", async () => {
    const { body, headers } = modernRequest(toolCall("constructor", {}));
    const replies = [
      await postMcp(product.server, toolCall("constructor", {})),
      await postMcp(product.server, body, { headers }),
    ];
    for (const { json } of replies)
      expect(json).toEqual({
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32602, message: "unknown tool constructor" },
      });
  });
});

const ASK = "ask_user_question_kandev";
const answer = (pendingId: string) =>
  send(product.server, "POST", respondPath(pendingId), { body: choose("a") });
const detached = async (pendingId: string) => {
  const [row] = await product.sql<{ detached: boolean }[]>`
    SELECT metadata ? 'agent_disconnected' AS detached FROM task_session_messages WHERE pending_id = ${pendingId}`;
  return row?.detached;
};

/** Asks as a client of 2026-07-28 does, on a connection of its own. */
async function openAsk(token: string, prompt: string, _meta: object = {}) {
  const ask = toolCall(ASK, { questions: [question(prompt)] }, "seven");
  const { body, headers } = modernRequest({ ...ask, params: { ...ask.params, _meta } });
  return openEvents(product.server, {
    path: "/mcp/session",
    token,
    init: {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(body),
    },
  });
}

describe("a blocked call of 2026-07-28", () => {
  test("and one of 2025-11-25 wait on the same question and get the same answer", async () => {
    const { token } = await openSession(product.server);
    const [older, newer] = [
      await connectMcp(product.server, token),
      await connectModern(product.server, token),
    ];
    const args = { questions: [question("Together?")] };
    const [one, two] = [await blockOnAsk(older, args), await blockOnAsk(newer, args)];
    expect(two.pendingId).toBe(one.pendingId);
    await answer(one.pendingId);
    const outcome = await two.outcome;
    expect(outcome).toEqual(await one.outcome);
    expect(outcome.structured).toMatchObject({ pending_id: one.pendingId, answers: [{ question_id: "q1" }] });
    await Promise.all([older.close(), newer.close()]);
  });

  test("gets its headers at once, keep-alive comments while it waits, and nothing else without a token", async () => {
    const { token } = await openSession(product.server);
    const stream = await openAsk(token, "Kept alive?");
    expect([stream.status, stream.contentType]).toEqual([200, "text/event-stream"]);
    const blocks = [await stream.next(), await stream.next(), await stream.next()];
    expect(blocks.map((block) => [block?.event, block?.data])).toEqual(Array(3).fill(["", ""]));
    const [waiting] = await product.sql<
      { pending_id: string }[]
    >`SELECT pending_id FROM clarification_waiters`;
    await answer(waiting?.pending_id ?? "");
    expect(JSON.parse((await stream.until(() => true)).data)).toMatchObject({
      jsonrpc: "2.0",
      id: "seven",
      result: {
        resultType: "complete",
        structuredContent: { answers: [{ question_id: "q1", selected_options: ["a"] }] },
      },
    });
    expect(await stream.next()).toBeUndefined();
  });

  test("names its question in progress, at once and then every KANDEV_KEEPALIVE_SECONDS; dropped, it detaches", async () => {
    const { token } = await openSession(product.server);
    const stream = await openAsk(token, "Dropped?", { progressToken: 5 });
    const heard = [];
    for (let count = 0; count < 3; count++)
      heard.push(
        z
          .object({
            params: z.object({ progressToken: z.literal(5), progress: z.number(), message: z.string() }),
          })
          .parse(JSON.parse((await stream.until(({ data }) => data !== "")).data)).params,
      );
    expect(heard.map(({ progress }) => progress)).toEqual([1, 2, 3]);
    const pendingId = /question (\S+)/.exec(heard[0]?.message ?? "")?.[1] ?? "";
    expect(await detached(pendingId)).toBe(false);
    stream.close();
    await expect.poll(() => detached(pendingId)).toBe(true);
    const again = await connectModern(product.server, token);
    const { pendingId: same, outcome } = await blockOnAsk(again, { questions: [question("Dropped?")] });
    expect(same).toBe(pendingId);
    await answer(same);
    expect((await outcome).isError).toBe(false);
    await again.close();
  });

  test("that its client cancels or gives up detaches; check_question_kandev has the answer", async () => {
    const { token } = await openSession(product.server);
    const mcp = await connectModern(product.server, token);
    const stop = new AbortController();
    const ask = (prompt: string, options: object) =>
      blockOnAsk(mcp, { questions: [question(prompt)] }, options);
    const cancelled = await ask("Cancelled?", { signal: stop.signal });
    stop.abort();
    await expect(cancelled.outcome).rejects.toThrow();
    const impatient = await ask("Timed out?", { timeout: 700 });
    await expect(impatient.outcome).rejects.toThrow(/timed out/i);
    for (const { pendingId } of [cancelled, impatient]) {
      await expect.poll(() => detached(pendingId)).toBe(true);
      await answer(pendingId);
      expect((await mcp.call("check_question_kandev", { pending_id: pendingId })).structured).toMatchObject({
        status: "answered",
      });
    }
    await mcp.close();
  });

  test("R6: SIGTERM ends it with server_stopping, and the question stays open", async () => {
    const { token } = await openSession(product.server);
    const stopping = await product.start();
    const mcp = await connectModern(stopping, token);
    const { pendingId, outcome } = await blockOnAsk(mcp, { questions: [question("Restarted?")] });
    const stopped = stopping.stop();
    expect((await outcome).text).toMatch(new RegExp(`^server_stopping: .*${pendingId}`));
    await mcp.close();
    expect(await stopped).toBe(0);
    expect(await detached(pendingId)).toBe(false);
  });

  test("ends when its key is revoked; the run is named by what each request says", async () => {
    const key = await makeAgentKey(product.server);
    const mcp = await connectModern(product.server, key.token, undefined, { name: "modern" });
    const tasks = () => product.sql`SELECT title FROM tasks WHERE workspace_id = ${key.workspaceId}`;
    expect(await tasks()).toEqual([]); // connecting and listing make nothing
    const { outcome } = await blockOnAsk(mcp, { questions: [question("Revoked?")] });
    expect(await tasks()).toEqual([{ title: "modern" }]);
    await send(product.server, "DELETE", `/api/v1/workspaces/${key.workspaceId}/agent-keys/${key.id}`);
    expect((await outcome).text).toMatch(/^unauthenticated: /);
    await mcp.close();
  });
});

describe("the generation is the request's", () => {
  const post = (
    message: { method: string; params?: object },
    more: Record<string, string | undefined> = {},
  ) => {
    const { body, headers } = modernRequest({ jsonrpc: "2.0", id: 1, ...message } as { method: string });
    const sent = Object.entries({ ...headers, ...more }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    return postMcp(product.server, body, { headers: Object.fromEntries(sent) });
  };

  test("server/discover says who serves and in which versions, without a handshake or a session", async () => {
    const reply = await post({ method: "server/discover" });
    expect([reply.status, reply.json]).toMatchObject([
      200,
      { result: { resultType: "complete", supportedVersions: [MODERN], capabilities: { tools: {} } } },
    ]);
    expect(reply.text).toContain('"io.modelcontextprotocol/serverInfo":{"name":"kandev"');
    expect(reply.headers.get("mcp-session-id")).toBeNull();
  });

  test.each([
    ["another version than the header's", { "mcp-protocol-version": "2025-11-25" }, -32020],
    ["no version in the header", { "mcp-protocol-version": undefined }, -32020],
    ["another method than the header's", { "mcp-method": "tools/call" }, -32020],
    ["no method in the header", { "mcp-method": undefined }, -32020],
  ])("a request with %s is refused", async (_what, headers, code) => {
    const reply = await post({ method: "tools/list" }, headers);
    expect([reply.status, reply.json]).toMatchObject([400, { id: 1, error: { code } }]);
  });

  test("a version that is not served is refused with those that are; what the version has not is not found", async () => {
    const meta = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const future = await post(
      { method: "tools/list", params: { _meta: meta } },
      { "mcp-protocol-version": "2099-01-01" },
    );
    expect([future.status, future.json]).toMatchObject([
      400,
      { error: { code: -32022, data: { supported: [MODERN], requested: "2099-01-01" } } },
    ]);
    for (const method of ["initialize", "ping", "logging/setLevel", newId()])
      expect([method, (await post({ method })).status]).toEqual([method, 404]);
  });
});
