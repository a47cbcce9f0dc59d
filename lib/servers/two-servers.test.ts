import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEvents } from "@/lib/testing/event-stream";
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
import type { TestServer } from "@/lib/testing/server";

let product: Product;
let here: TestServer;
let there: TestServer;
let session: OpenSession;
let agentHere: McpConnection;
let agentThere: McpConnection;

beforeAll(async () => {
  product = await startProduct();
  here = product.server;
  there = await product.start();
});
beforeEach(async () => {
  session = await openSession(here);
  [agentHere, agentThere] = await Promise.all([
    connectMcp(here, session.token),
    connectMcp(there, session.token),
  ]);
  return () => Promise.all([agentHere.close(), agentThere.close()]);
});
afterAll(() => product.stop());

const respond = (server: TestServer, pendingId: string, option = "a") =>
  send(server, "POST", respondPath(pendingId), { body: choose(option) });
const get = (server: TestServer, pendingId: string, action = "") =>
  send(server, "GET", `/api/v1/clarification/${pendingId}${action}`);
const readRow = async (pendingId: string) => {
  const [row] = await product.sql<{ status: string; detached: boolean }[]>`
    SELECT metadata ->> 'status' AS status, metadata ? 'agent_disconnected' AS detached
    FROM task_session_messages WHERE pending_id = ${pendingId}`;
  return row;
};
const waiterCount = async (pendingId: string) =>
  (await product.sql`SELECT 1 FROM clarification_waiters WHERE pending_id = ${pendingId}`).length;

describe("an answer", () => {
  test("given on one server wakes everybody who waits, on both, with the same answer, and is handed over once", async () => {
    const args = { questions: [question("Everywhere?")] };
    const first = await blockOnAsk(agentHere, args);
    const second = await blockOnAsk(agentThere, args);
    const waits = [get(here, first.pendingId, "/wait"), get(there, first.pendingId, "/wait")];
    await expect.poll(() => waiterCount(first.pendingId)).toBe(4);
    const stream = await openEvents(here, { path: `/api/v1/events?session_id=${session.sessionId}` });
    expect((await respond(there, first.pendingId, "b")).json).toMatchObject({ claimed: true });

    const outcomes = [(await first.outcome).structured, (await second.outcome).structured];
    for (const reply of await Promise.all(waits)) outcomes.push(reply.json);
    expect(second.pendingId).toBe(first.pendingId);
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(outcomes[0]).toMatchObject({ answers: [{ question_id: "q1", selected_options: ["b"] }] });
    expect(await waiterCount(first.pendingId)).toBe(0);

    await stream.until((block) => block.event === "session.state_changed"); // the session goes on
    stream.close();
    const updates = stream.seen.filter((block) => block.event === "session.message.updated");
    expect(updates).toHaveLength(2); // the claim and the hand-over
  });

  test("is heard on the other server time after time", async () => {
    for (let round = 0; round < 30; round += 1) {
      const option = round % 2 === 0 ? "a" : "b";
      const asked = await blockOnAsk(agentHere, { questions: [question(`Round ${round}?`)] });
      const { responded_at } = (
        (await respond(there, asked.pendingId, option)).json as {
          response: { responded_at: string };
        }
      ).response;
      expect((await asked.outcome).structured).toEqual({
        pending_id: asked.pendingId,
        answers: [{ question_id: "q1", selected_options: [option] }],
        responded_at,
      });
    }
  });
});

describe("a live entry", () => {
  test("A2, A7: is the same on every server: read, wait and cancel work where the question was not asked", async () => {
    const pendingId = await requestAnswer(here, session);
    const [one, other] = [await get(here, pendingId), await get(there, pendingId)];
    expect([one.status, one.text]).toEqual([200, other.text]);
    const waiting = get(there, pendingId, "/wait");
    await expect.poll(() => waiterCount(pendingId)).toBe(1);
    const cancelled = await send(there, "POST", `/api/v1/clarification/${pendingId}/cancel`, { body: {} });
    expect(cancelled.status).toBe(200);
    expect((await waiting).json).toMatchObject({ code: "cancelled" });
    for (const server of [here, there]) expect((await get(server, pendingId)).status).toBe(404);
  });

  test("R6: ends with the server that made it, unless another one holds a waiter; the question stays answerable", async () => {
    const mortal = await product.start();
    const alone = await requestAnswer(mortal, session, [question("Alone?")]);
    const shared = await requestAnswer(mortal, session, [question("Shared?")]);
    const waiting = await blockOnAsk(agentThere, { questions: [question("Shared?")] });
    expect(waiting.pendingId).toBe(shared);
    expect((await get(here, alone)).status).toBe(200);
    await mortal.kill();
    await expect.poll(async () => (await get(here, alone)).status).toBe(404);
    expect((await get(here, alone, "/wait")).status).toBe(504);
    expect((await get(here, shared)).status).toBe(200);
    for (const pendingId of [alone, shared])
      expect((await respond(here, pendingId)).json).toMatchObject({ claimed: true });
    expect((await waiting.outcome).isError).toBe(false);
  });
});

describe("a server that was killed", () => {
  test("R6: the next start detaches the questions that only it waited for, and no other", async () => {
    const mortal = await product.start();
    const lost = await holdAsk(mortal, session, { questions: [question("Lost?")] });
    const both = await holdAsk(mortal, session, { questions: [question("Held elsewhere?")] });
    const elsewhere = await blockOnAsk(agentHere, { questions: [question("Held elsewhere?")] });
    await mortal.kill();
    expect(await Promise.all([lost.result(), both.result()])).toEqual([undefined, undefined]);
    const next = await product.start();
    expect(await readRow(lost.pendingId)).toEqual({ status: "pending", detached: true });
    expect(await readRow(both.pendingId)).toEqual({ status: "pending", detached: false });
    expect(await waiterCount(lost.pendingId)).toBe(0);
    await respond(next, lost.pendingId);
    await respond(next, both.pendingId);
    expect((await elsewhere.outcome).structured).toMatchObject({ pending_id: both.pendingId });
    const back = await connectMcp(next, session.token);
    const again = await back.call("ask_user_question_kandev", { questions: [question("Lost?")] });
    expect(again.structured).toMatchObject({ pending_id: lost.pendingId });
    await back.close();
  });
});

/** Advisory locks of other databases look the same. */
const inThisDatabase = () =>
  product.sql`l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** The server's listening connection, and what it is known by to the others. */
async function findListener(server: TestServer) {
  // The only question of its own that a server is the origin of tells which one it is.
  const pendingId = await requestAnswer(server, await openSession(server));
  const [found] = await product.sql<{ id: string; lock_id: number; pid: number }[]>`
    SELECT s.id, s.lock_id, l.pid FROM clarification_origins o JOIN servers s ON s.id = o.server_id
    JOIN pg_locks l ON l.locktype = 'advisory' AND l.objid = s.lock_id::oid AND l.classid = 5263711 AND l.granted
    WHERE o.pending_id = ${pendingId} AND ${inThisDatabase()}`;
  if (found === undefined) throw new Error("the server is not alive");
  return found;
}
const isAlive = async (id: string) =>
  (await product.sql`SELECT 1 FROM living_servers WHERE id = ${id}`).length === 1;

describe("a server whose listening connection breaks", () => {
  test("R7: wakes its agents for what was answered in the gap, and tells its readers to read again", async () => {
    const listener = await findListener(here);
    const asked = await blockOnAsk(agentHere, { questions: [question("In the gap?")] });
    const stream = await openEvents(here);
    await product.sql.begin(async (tx) => {
      await tx`SELECT 1 FROM servers WHERE id = ${listener.id} FOR UPDATE`; // it cannot come back before
      await tx`SELECT pg_terminate_backend(${listener.pid})`;
      await expect.poll(() => isAlive(listener.id)).toBe(false);
      expect((await respond(there, asked.pendingId)).json).toMatchObject({ claimed: true });
      expect(await waiterCount(asked.pendingId)).toBe(1); // it has not heard of it
    });
    expect((await asked.outcome).structured).toMatchObject({ answers: [{ selected_options: ["a"] }] });
    await stream.until((block) => block.event === "reset");
    stream.close();
    expect(await isAlive(listener.id)).toBe(true);
    expect((await send(here, "GET", "/api/health")).status).toBe(200);
  });

  test("comes back although PostgreSQL still holds the lock of the broken connection", async () => {
    const listener = await findListener(here);
    const asked = await blockOnAsk(agentHere, { questions: [question("With a lock left behind?")] });
    const ghost = await product.sql.reserve();
    const taken = ghost`SELECT pg_advisory_lock(5263711, ${listener.lock_id})`.execute();
    await expect
      .poll(
        () =>
          product.sql`
            SELECT 1 FROM pg_locks l
            WHERE classid = 5263711 AND objid = ${listener.lock_id} AND NOT granted AND ${inThisDatabase()}`,
      )
      .toHaveLength(1);
    await product.sql`SELECT pg_terminate_backend(${listener.pid})`;
    await taken;
    await expect.poll(() => isAlive(listener.id)).toBe(true);
    const now = await findListener(here);
    expect(now.id).toBe(listener.id);
    expect(now.lock_id).not.toBe(listener.lock_id);
    await ghost`SELECT pg_advisory_unlock(5263711, ${listener.lock_id})`;
    ghost.release();
    expect((await respond(there, asked.pendingId)).json).toMatchObject({ claimed: true });
    expect((await asked.outcome).isError).toBe(false);
  });
});
