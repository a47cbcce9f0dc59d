import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "@/lib/ids";
import { type CutProxy, startCutProxy } from "@/lib/testing/cut-proxy";
import { type EventReader, openEvents } from "@/lib/testing/event-stream";
import { choose, makeAgentKey, openSession, question, respondPath, send } from "@/lib/testing/http";
import { blockOnAsk, connectMcp, toolCall } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";

let product: Product;
let second: TestServer;
let proxy: CutProxy;

beforeAll(async () => {
  product = await startProduct();
  second = await product.start();
  proxy = await startCutProxy(product.server.port);
});
afterAll(async () => {
  await proxy.close();
  await product.stop();
});

const respond = (pendingId: string) =>
  send(product.server, "POST", respondPath(pendingId), { body: choose("a") });
const waiters = (pendingId: string) => product.sql<{ server_id: string }[]>`
  SELECT server_id FROM clarification_waiters WHERE pending_id = ${pendingId}`;
const readRow = async (pendingId: string) => {
  const [row] = await product.sql<{ detached: boolean; due: boolean }[]>`
    SELECT metadata ? 'agent_disconnected' AS detached, metadata ? 'response_delivery_pending' AS due
    FROM task_session_messages WHERE pending_id = ${pendingId}`;
  return row;
};
const ask = (prompt: string) => ({ questions: [question(prompt)] });
const VERSION = { "mcp-protocol-version": "2025-11-25" };
const ACCEPT = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Asks by hand, up to the event that says where the stream is. */
async function openAsk(token: string, prompt: string, headers: Record<string, string> = VERSION) {
  const body = JSON.stringify(toolCall("ask_user_question_kandev", ask(prompt), "my call"));
  const init = { method: "POST", headers: { ...ACCEPT, ...headers }, body };
  return openEvents(product.server, { path: "/mcp/session", token, init });
}
/** The event id that a client would come back with. */
async function positionOf(stream: EventReader): Promise<string> {
  for (;;) {
    const block = await stream.next();
    if (block === undefined) throw new Error("the stream ended");
    if (block.id !== "") return block.id;
  }
}
const pendingIn = (id: string) =>
  z.tuple([z.string(), z.unknown()]).parse(JSON.parse(Buffer.from(id, "base64url").toString()))[0];

const resume = (token: string, lastEventId: string, server = second) =>
  openEvents(server, {
    path: "/mcp/session",
    token,
    init: { headers: { accept: "text/event-stream", "last-event-id": lastEventId, ...VERSION } },
  });

test("a client whose connection is cut comes back to another server, waits on, and gets its call's answer", async () => {
  const session = await openSession(product.server);
  const mcp = await connectMcp(proxy, session.token);
  const { pendingId, outcome } = await blockOnAsk(mcp, ask("Cut?"));
  const [before] = await waiters(pendingId);
  proxy.cut(second.port);
  await expect
    .poll(async () => (await waiters(pendingId)).map((row) => row.server_id))
    .toSatisfy((ids: string[]) => ids.length === 1 && ids[0] !== before?.server_id);
  expect(await readRow(pendingId)).toEqual({ detached: false, due: false });
  await respond(pendingId);
  expect((await outcome).structured).toMatchObject({
    pending_id: pendingId,
    answers: [{ question_id: "q1", selected_options: ["a"] }],
  });
  expect(await readRow(pendingId)).toEqual({ detached: false, due: false }); // handed over
  await mcp.close();
});

test("an answer that came while the connection was away is there when it is back, again and again", async () => {
  const { token } = await openSession(product.server);
  const stream = await openAsk(token, "Away?");
  const id = await positionOf(stream);
  stream.close();
  const pendingId = pendingIn(id);
  await expect.poll(() => readRow(pendingId)).toEqual({ detached: true, due: false });
  await respond(pendingId);
  expect(await readRow(pendingId)).toEqual({ detached: true, due: true });
  const results = [];
  for (const server of [second, product.server]) {
    const back = await resume(token, id, server);
    expect([back.status, back.contentType]).toEqual([200, "text/event-stream"]);
    const { data } = await back.until((block) => block.data !== "");
    results.push(JSON.parse(data));
    expect(await back.next()).toBeUndefined();
  }
  expect(results[0]).toMatchObject({
    jsonrpc: "2.0",
    id: "my call",
    result: { structuredContent: { pending_id: pendingId, answers: [{ selected_options: ["a"] }] } },
  });
  expect(results[1]).toEqual(results[0]);
  expect(await readRow(pendingId)).toMatchObject({ due: false });
});

test("an event id of another session, and one that is none, are the same refusal and attach nothing", async () => {
  const [mine, theirs] = [await openSession(product.server), await openSession(product.server)];
  const stream = await openAsk(theirs.token, "Foreign?");
  const id = await positionOf(stream);
  const pendingId = pendingIn(id);
  const invented = Buffer.from(JSON.stringify([newId(), 1])).toString("base64url");
  const replies = [];
  for (const lastEventId of [id, invented, "x", "W10", ""]) {
    const headers = { accept: "text/event-stream", "last-event-id": lastEventId };
    const reply = await send(second, "GET", "/mcp/session", { token: mine.token, headers });
    replies.push([reply.status, reply.text]);
  }
  expect(replies[0]).toEqual([
    400,
    '{"error":"Last-Event-ID is none of a call of this session","code":"validation_error"}',
  ]);
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(await waiters(pendingId)).toHaveLength(1);
  stream.close();
});

test("a call that its client gave up is over: the client is told, does not come back, and the question is detached", async () => {
  const { token } = await openSession(product.server);
  const mcp = await connectMcp(proxy, token);
  const { pendingId, outcome } = await blockOnAsk(mcp, ask("Given up?"), { timeout: 500 });
  await expect(outcome).rejects.toThrow(/timed out/i);
  await expect.poll(() => readRow(pendingId)).toEqual({ detached: true, due: false });
  const stream = await openAsk(token, "Cancelled?");
  await positionOf(stream);
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "my call" } };
  await send(second, "POST", "/mcp/session", { token, headers: { ...ACCEPT, ...VERSION }, body: cancel });
  const { data } = await stream.until((block) => block.data !== "");
  expect(JSON.parse(data)).toMatchObject({ id: "my call", error: { message: "the call was cancelled" } });
  expect(await stream.next()).toBeUndefined();
  await respond(pendingId);
  expect(await readRow(pendingId)).toEqual({ detached: true, due: true }); // its answer waits in the mailbox
  await mcp.close();
});

test("a resumed call ends with the right of its key, and with its server", async () => {
  const key = await makeAgentKey(product.server);
  const mcp = await connectMcp(proxy, key.token);
  const { pendingId, outcome } = await blockOnAsk(mcp, ask("Revoked?"));
  const [before] = await waiters(pendingId);
  proxy.cut(product.server.port);
  const other = async () => (await waiters(pendingId)).some((row) => row.server_id !== before?.server_id);
  await expect.poll(other).toBe(true);
  await send(product.server, "DELETE", `/api/v1/workspaces/${key.workspaceId}/agent-keys/${key.id}`);
  expect((await outcome).text).toMatch(/^unauthenticated: /);
  await mcp.close();

  const stopping = await product.start();
  const { token } = await openSession(stopping);
  const stream = await openAsk(token, "Stopping?");
  const id = await positionOf(stream);
  stream.close();
  const back = await resume(token, id, stopping);
  await back.next();
  const stopped = stopping.stop();
  expect((await back.until((block) => block.data !== "")).data).toContain("server_stopping: ");
  expect(await stopped).toBe(0);
});

test("an older client is not shown where its stream is: it would not understand an empty event", async () => {
  const { token } = await openSession(product.server);
  const stream = await openAsk(token, "Older?", { "mcp-protocol-version": "2025-06-18" });
  const waiting = () => product.sql<{ pending_id: string }[]>`
    SELECT pending_id FROM clarification_waiters JOIN task_session_messages m USING (pending_id)
    WHERE m.content = 'Older?'`;
  await expect.poll(async () => (await waiting()).length).toBe(1);
  await respond((await waiting())[0]?.pending_id ?? "");
  const block = await stream.until((read) => read.data !== "" || read.id !== "");
  expect([block.id, JSON.parse(block.data)]).toMatchObject(["", { id: "my call", result: {} }]);
});
