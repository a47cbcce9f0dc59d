import { connect as connectSocket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type EventReader, openEvents, type SseBlock } from "@/lib/testing/event-stream";
import { insertAskedTask, insertUser, insertWorkspace } from "@/lib/testing/factories";
import { choose, openSession, requestAnswer, respondPath, send, sendOk } from "@/lib/testing/http";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";

let product: Product;
let second: TestServer;
const streams: EventReader[] = [];

beforeAll(async () => {
  product = await startProduct({ KANDEV_KEEPALIVE_SECONDS: "1" });
  second = await product.start();
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await product.stop();
});

async function listen(options: Parameters<typeof openEvents>[1] = {}, server = product.server) {
  const stream = await openEvents(server, options);
  streams.push(stream);
  return stream;
}

const respond = (pendingId: string, body: unknown, server = product.server) =>
  send(server, "POST", respondPath(pendingId), { body });
const dataOf = (block: SseBlock) => z.record(z.string(), z.unknown()).parse(JSON.parse(block.data));

/** Does something that only marks a place, and reads everything up to it. */
async function readToMark(stream: EventReader, server = product.server, token?: string): Promise<SseBlock[]> {
  const from = stream.seen.length;
  const { id } = await sendOk(z.object({ id: z.string() }), server, "POST", "/api/v1/tasks", {
    body: { title: "Mark" },
    ...(token !== undefined && { token }),
  });
  await stream.until((block) => block.data.includes(id));
  return stream.seen.slice(from, -1).filter((block) => block.event !== "");
}

describe("names and payloads", () => {
  test("everything that happens to a question and its session is told, in order, with its ids", async () => {
    const stream = await listen();
    expect([stream.status, stream.contentType]).toEqual([200, "text/event-stream"]);
    const { taskId, sessionId } = await openSession(product.server);
    const pendingId = await requestAnswer(product.server, { sessionId });
    await respond(pendingId, choose("a"));
    await send(product.server, "POST", `/api/v1/sessions/${sessionId}/turns`, { body: {} });
    await send(product.server, "POST", `/api/v1/sessions/${sessionId}/end`, { body: { state: "completed" } });
    const events = await readToMark(stream);
    const names = events.map((block) => block.event);
    expect(names).toEqual([
      "task.updated",
      "session.turn.started",
      "session.state_changed",
      "session.message.added",
      "task.updated",
      "session.state_changed", // its task.updated is the one above: PostgreSQL says a thing once a transaction
      "session.message.updated",
      "session.turn.completed",
      "session.turn.started",
      "session.state_changed", // nothing is asked any more
      "task.updated",
      "session.turn.completed",
      "session.state_changed",
      "task.updated",
    ]);
    for (const block of events) {
      expect(dataOf(block)).toMatchObject({ task_id: taskId });
      if (block.event.startsWith("session.")) expect(dataOf(block)).toMatchObject({ session_id: sessionId });
      if (block.event === "session.state_changed") expect(Object.keys(dataOf(block))).toContain("state");
      if (block.event.startsWith("session.turn.")) expect(Object.keys(dataOf(block))).toContain("turn_id");
      expect(block.id).not.toBe("");
    }
  });

  test("a message event carries the whole message and what its session waits for", async () => {
    const stream = await listen();
    const session = await openSession(product.server);
    const pendingId = await requestAnswer(product.server, session);
    const added = await stream.until((block) => block.event === "session.message.added");
    await respond(pendingId, choose("b"));
    const updated = await stream.until((block) => block.event === "session.message.updated");
    for (const key of [
      "message_id",
      "session_id",
      "task_id",
      "turn_id",
      "type",
      "content",
      "metadata",
      "created_at",
      "updated_at",
      "pending_action",
    ])
      for (const block of [added, updated]) expect(Object.keys(dataOf(block))).toContain(key);
    expect(dataOf(added)).toMatchObject({
      session_id: session.sessionId,
      task_id: session.taskId,
      type: "clarification_request",
      metadata: { pending_id: pendingId, status: "pending" },
      pending_action: "clarification",
    });
    expect(dataOf(updated)).toMatchObject({
      message_id: dataOf(added).message_id,
      metadata: { pending_id: pendingId, status: "answered", response: { selected_options: ["b"] } },
      pending_action: null,
    });
  });

  test("R2: a loser produces no event, nor does a refused answer", async () => {
    const { pendingId } = await insertAskedTask(product.db);
    const stream = await listen();
    await respond(pendingId, choose("nothing"));
    await respond(pendingId, choose("a"));
    await respond(pendingId, choose("b"));
    await respond("nobody-asked", choose("a"));
    const events = await readToMark(stream);
    expect(events.map((block) => block.event)).toEqual(["session.message.updated"]);
  });

  test("keep-alive comments come while nothing happens", async () => {
    const stream = await listen();
    await stream.next();
    expect(await stream.next()).toMatchObject({ event: "", data: "", comment: expect.any(String) as string });
  });
});

describe("whose events", () => {
  test("a stream of one session hears that session and its task", async () => {
    const [mine, other] = [await openSession(product.server), await openSession(product.server)];
    const stream = await listen({ path: `/api/v1/events?session_id=${mine.sessionId}` });
    const everything = await listen();
    for (const session of [other, mine, other]) await requestAnswer(product.server, session);
    await readToMark(everything);
    await send(product.server, "POST", `/api/v1/sessions/${mine.sessionId}/end`, {
      body: { state: "failed" },
    });
    await stream.until((block) => block.event === "session.state_changed" && block.data.includes("failed"));
    const events = stream.seen.filter((block) => block.event !== "");
    expect(events.length).toBeGreaterThan(3);
    for (const block of events) expect(dataOf(block)).toMatchObject({ task_id: mine.taskId });
    const unknown = await send(product.server, "GET", "/api/v1/events?session_id=nobody");
    expect([unknown.status, unknown.text]).toEqual([404, '{"error":"session not found","code":"not_found"}']);
  });

  test("with accounts, a stranger hears nothing of it and cannot listen to the session", async () => {
    const server = await product.start({ KANDEV_AUTH: "enabled" });
    const [owner, stranger] = [await insertUser(product.db), await insertUser(product.db)];
    const workspaceId = await insertWorkspace(product.db, { ownerId: owner.id });
    const { pendingId, sessionId } = await insertAskedTask(product.db, { workspaceId });
    const [own, foreign] = [
      await listen({ token: owner.token }, server),
      await listen({ token: stranger.token }, server),
    ];
    await respond(pendingId, choose("a")); // over the other server, without an account
    await own.until((block) => block.data.includes(pendingId));
    expect(await readToMark(foreign, server, stranger.token)).toEqual([]);
    const path = `/api/v1/events?session_id=${sessionId}`;
    const [refused, fabricated] = [
      await send(server, "GET", path, { token: stranger.token }),
      await send(server, "GET", "/api/v1/events?session_id=made-up", { token: stranger.token }),
    ];
    expect([refused.status, refused.text]).toEqual([fabricated.status, fabricated.text]);
    expect(refused.status).toBe(404);
  });

  test("an answer given on one server is heard on the other", async () => {
    const { pendingId } = await insertAskedTask(product.db);
    const stream = await listen({}, second);
    await respond(pendingId, choose("a"));
    const heard = await stream.until((block) => block.data.includes(pendingId));
    expect(dataOf(heard)).toMatchObject({ metadata: { status: "answered" } });
  });
});

describe("resuming", () => {
  const happen = async () => {
    const session = await openSession(product.server);
    await respond(await requestAnswer(product.server, session), choose("a"));
  };

  test("Last-Event-ID brings exactly what was missed, in order", async () => {
    const [steady, dropped] = [await listen(), await listen()];
    await happen();
    const last = await dropped.until((block) => block.event === "session.message.updated");
    dropped.close();
    await happen();
    await happen();
    const back = await listen({ lastEventId: last.id });
    const caughtUp = await readToMark(back);
    await steady.until((block) => block.id === caughtUp.at(-1)?.id);
    const all = steady.seen.filter((block) => block.event !== "");
    const missed = all.slice(all.findIndex((block) => block.id === last.id) + 1);
    expect(caughtUp).toEqual(missed);
    expect(missed.length).toBeGreaterThan(10);
  });

  test("a reader that had heard nothing yet resumes as well", async () => {
    const early = await listen();
    const place = await early.next();
    early.close();
    await happen();
    const back = await listen({ lastEventId: place?.id ?? "" });
    expect((await readToMark(back)).map((block) => block.event)).toContain("session.message.updated");
    expect(back.seen.map((block) => block.event)).not.toContain("reset");
  });

  test("what cannot be resumed is answered with reset: a made-up id, the future, another server's id", async () => {
    const here = await listen();
    await happen();
    const { id } = await here.until((block) => block.event === "session.message.updated");
    const [serverId = ""] = id.split(":");
    for (const lastEventId of ["x", ":", "5", `${serverId}:999999999`, `${serverId}:-1`, "a".repeat(4000)])
      expect((await (await listen({ lastEventId })).until(() => true)).event).toBe("reset");
    const there = await listen({ lastEventId: id }, second);
    const reset = await there.until(() => true);
    expect([reset.event, reset.data]).toEqual(["reset", "{}"]);
    expect(reset.id).not.toBe("");
  });
});

describe("ends", () => {
  test("a drain ends every stream", async () => {
    const server = await product.start();
    const stream = await listen({}, server);
    await stream.next();
    expect(await server.stop()).toBe(0);
    for (;;) if ((await stream.next()) === undefined) break;
  });

  test("a reader that does not read is cut off; the others miss nothing", async () => {
    const { sessionId } = await openSession(product.server);
    const path = `/api/v1/events?session_id=${sessionId}`;
    const slow = connectSocket(product.server.port, "127.0.0.1");
    slow.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${product.server.port}\r\n\r\n`);
    await new Promise((connected) => slow.once("readable", connected));
    const cutOff = new Promise((closed) => slow.once("close", closed).on("error", () => undefined));
    const steady = await listen({ path });
    const content = "x".repeat(900_000);
    for (let sent = 0; sent < 40; sent += 1) {
      await send(product.server, "POST", `/api/v1/sessions/${sessionId}/messages`, {
        body: { content: `${content}${sent}` },
      });
      await steady.until((block) => block.data.includes(`x${sent}"`));
    }
    let received = 0;
    slow.on("data", (chunk) => (received += chunk.length));
    expect(await Promise.race([cutOff.then(() => "cut off"), delay(20_000, "still open")])).toBe("cut off");
    expect(received).toBeLessThan(30_000_000);
  });
});
