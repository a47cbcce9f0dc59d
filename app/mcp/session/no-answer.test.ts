import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  choose,
  openSession,
  type OpenSession,
  question,
  requestAnswer,
  respondPath,
  send,
} from "@/lib/testing/http";
import { blockOnAsk, connectMcp, holdAsk, type McpConnection } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;
let session: OpenSession;
let agent: McpConnection;

beforeAll(async () => {
  product = await startProduct();
  session = await openSession(product.server);
  agent = await connectMcp(product.server, session.token);
});
afterAll(async () => {
  await agent.close();
  await product.stop();
});

const post = (path: string, body: unknown = {}) => send(product.server, "POST", path, { body });
const respond = (pendingId: string, body: unknown = choose("a")) => post(respondPath(pendingId), body);

const readRow = async (pendingId: string) => {
  const [row] = await product.sql<{ status: string; detached: boolean; due: boolean }[]>`
    SELECT metadata ->> 'status' AS status, metadata ? 'agent_disconnected' AS detached,
      metadata ? 'response_delivery_pending' AS due
    FROM task_session_messages WHERE pending_id = ${pendingId}`;
  return row;
};
const open = { status: "pending", detached: false, due: false };
const detached = { status: "pending", detached: true, due: false };
const waiters = (pendingId: string) => product.sql`
  SELECT 1 FROM clarification_waiters WHERE pending_id = ${pendingId}`;

const askAndHold = (prompt: string) => holdAsk(product.server, session, { questions: [question(prompt)] });

/** Asks with a client that gives up, as agents do whose calls may take a minute. */
async function askAndTimeOut(prompt: string): Promise<string> {
  const { pendingId, outcome } = await blockOnAsk(agent, { questions: [question(prompt)] }, { timeout: 700 });
  await expect(outcome).rejects.toThrow(/timed out/i);
  await expect.poll(() => readRow(pendingId)).toEqual(detached);
  return pendingId;
}

describe("the agent stops waiting", () => {
  test("a client that times out detaches its question; check_question_kandev then has the answer", async () => {
    const pendingId = await askAndTimeOut("Checked later?");
    expect(await waiters(pendingId)).toEqual([]);
    expect((await respond(pendingId)).json).toMatchObject({ claimed: true });
    expect(await readRow(pendingId)).toEqual({ status: "answered", detached: true, due: true });
    const checked = await agent.call("check_question_kandev", { pending_id: pendingId });
    expect(checked.structured).toMatchObject({
      status: "answered",
      response: { answers: [{ question_id: "q1", selected_options: ["a"] }] },
    });
    expect(await readRow(pendingId)).toMatchObject({ due: false });
  });

  test("asking again hands the answer over, once; after that a person is asked anew", async () => {
    const pendingId = await askAndTimeOut("Asked again?");
    await respond(pendingId, { rejected: true, reason: "because" });
    const again = await agent.call("ask_user_question_kandev", { questions: [question("Asked again?")] });
    expect(again.structured).toMatchObject({
      pending_id: pendingId,
      rejected: true,
      reject_reason: "because",
    });
    const third = await blockOnAsk(agent, { questions: [question("Asked again?")] });
    expect(third.pendingId).not.toBe(pendingId);
    await respond(third.pendingId);
    await third.outcome;
  });

  test("asking again before the answer attaches to the same question, which is detached no longer", async () => {
    const pendingId = await askAndTimeOut("Attached again?");
    const again = await blockOnAsk(agent, { questions: [question("Attached again?")] });
    expect(again.pendingId).toBe(pendingId);
    expect(await readRow(pendingId)).toEqual(open);
    await respond(pendingId);
    expect((await again.outcome).isError).toBe(false);
  });

  test("a dropped connection detaches too, but only when it was the last one waiting", async () => {
    const first = await askAndHold("Dropped?");
    const second = await blockOnAsk(agent, { questions: [question("Dropped?")] });
    expect(second.pendingId).toBe(first.pendingId);
    first.drop();
    await expect.poll(async () => (await waiters(first.pendingId)).length).toBe(1);
    expect(await readRow(first.pendingId)).toEqual(open);
    await respond(first.pendingId);
    expect((await second.outcome).isError).toBe(false);

    const alone = await askAndHold("Dropped alone?");
    alone.drop();
    await expect.poll(() => readRow(alone.pendingId)).toEqual(detached);
    await respond(alone.pendingId);
  });

  test("a wait over REST that is dropped leaves as well", async () => {
    const pendingId = await requestAnswer(product.server, session, [question("Dropped over REST?")]);
    const gone = new AbortController();
    const path = `/api/v1/clarification/${pendingId}/wait`;
    const waiting = send(product.server, "GET", path, { signal: gone.signal });
    await expect.poll(async () => (await waiters(pendingId)).length).toBe(1);
    gone.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => readRow(pendingId)).toEqual(detached);
    await respond(pendingId);
  });
});

const expectNoAnswer = async (
  { pendingId, outcome }: Awaited<ReturnType<typeof blockOnAsk>>,
  code: string,
  url = product.server.url,
) => {
  const { isError, text, structured } = await outcome;
  expect([isError, structured]).toEqual([true, undefined]);
  expect(text.startsWith(`${code}: `)).toBe(true);
  expect(text).toContain(pendingId);
  expect(text).toContain(`${url}/tasks/`);
};

describe("the question ends without an answer", () => {
  test("a newer turn supersedes it: cancelled", async () => {
    const asked = await blockOnAsk(agent, { questions: [question("Superseded?")] });
    expect((await post(`/api/v1/sessions/${session.sessionId}/turns`)).status).toBe(201);
    await expectNoAnswer(asked, "cancelled");
    expect((await respond(asked.pendingId)).status).toBe(409);
    const checked = await agent.call("check_question_kandev", { pending_id: asked.pendingId });
    expect(checked.structured).toEqual({ pending_id: asked.pendingId, status: "superseded" });
  });

  test("A9: somebody cancels it: cancelled, for the agent and for a wait over REST", async () => {
    const asked = await blockOnAsk(agent, { questions: [question("Cancelled?")] });
    const waiting = send(product.server, "GET", `/api/v1/clarification/${asked.pendingId}/wait`);
    await expect.poll(async () => (await waiters(asked.pendingId)).length).toBe(2);
    const cancelled = await post(`/api/v1/clarification/${asked.pendingId}/cancel`);
    expect([cancelled.status, cancelled.text]).toEqual([200, '{"success":true}']);
    await expectNoAnswer(asked, "cancelled");
    const reply = await waiting;
    expect([reply.status, reply.json]).toMatchObject([504, { code: "cancelled" }]);
    expect(await readRow(asked.pendingId)).toMatchObject({ status: "cancelled" });
  });

  test("its session ends: session_ended", async () => {
    const other = await openSession(product.server);
    const mcp = await connectMcp(product.server, other.token);
    const asked = await blockOnAsk(mcp, { questions: [question("Ended?")] });
    const path = `/api/v1/sessions/${other.sessionId}/end`;
    expect((await post(path, { state: "completed" })).json).toEqual({
      id: other.sessionId,
      state: "completed",
    });
    await expectNoAnswer(asked, "session_ended");
    expect(await readRow(asked.pendingId)).toMatchObject({ status: "expired" });
    expect((await respond(asked.pendingId)).status).toBe(409);
    expect((await post(path, { state: "completed" })).status).toBe(200);
    expect((await post(path, { state: "failed" })).status).toBe(409);
    await mcp.close();
  });
});

describe("the server stops waiting", () => {
  test("after KANDEV_QUESTION_WAIT_SECONDS: wait_ended, and the question stays open", async () => {
    const impatient = await product.start({ KANDEV_QUESTION_WAIT_SECONDS: "1" });
    const mcp = await connectMcp(impatient, session.token);
    const asked = await blockOnAsk(mcp, { questions: [question("Too slow?")] });
    const rest = await send(impatient, "GET", `/api/v1/clarification/${asked.pendingId}/wait`);
    await expectNoAnswer(asked, "wait_ended", impatient.url);
    expect([rest.status, rest.json]).toMatchObject([504, { code: "wait_ended" }]);
    await expect.poll(() => readRow(asked.pendingId)).toEqual(detached);
    await respond(asked.pendingId);
    const again = await mcp.call("ask_user_question_kandev", { questions: [question("Too slow?")] });
    expect(again.structured).toMatchObject({ pending_id: asked.pendingId });
    await mcp.close();
  });

  test("R6: SIGTERM ends the wait with server_stopping at once; the next server has the question and the answer", async () => {
    const stopping = await product.start();
    const mcp = await connectMcp(stopping, session.token);
    const asked = await blockOnAsk(mcp, { questions: [question("Restarted?")] });
    const waiting = send(stopping, "GET", `/api/v1/clarification/${asked.pendingId}/wait`);
    await expect.poll(async () => (await waiters(asked.pendingId)).length).toBe(2);
    const startedAt = Date.now();
    const stopped = stopping.stop();
    await expectNoAnswer(asked, "server_stopping", stopping.url);
    const reply = await waiting;
    expect([reply.status, reply.json]).toMatchObject([504, { code: "server_stopping" }]);
    await mcp.close();
    expect(await stopped).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(5000);
    expect(await readRow(asked.pendingId)).toEqual(open); // a drain does not detach

    const next = await product.start();
    const back = await connectMcp(next, session.token);
    const again = await blockOnAsk(back, { questions: [question("Restarted?")] });
    expect(again.pendingId).toBe(asked.pendingId);
    await respond(asked.pendingId); // over a server that never saw the call
    expect((await again.outcome).structured).toMatchObject({ pending_id: asked.pendingId });
    await back.close();
  });
});
