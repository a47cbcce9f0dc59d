import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { notify } from "@/lib/events/hints";
import { endSession } from "@/lib/sessions/end-session";
import { agentContext, contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import {
  askAndBlock,
  choosesA,
  countRows,
  isDetached,
  patient,
  quiet,
  settleHints,
  untilBlocked,
} from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertSession, insertTurn } from "@/lib/testing/factories";
import { startTurn } from "@/lib/turns/start-turn";
import { cancelBundle } from "./cancel-bundle";
import { checkQuestion } from "./check-question";
import { getRequest } from "./get-request";
import { listPending } from "./list-pending";
import { resolveBundle } from "./resolve-bundle";
import { waitForRequest } from "./wait-for-request";

let database: TestDatabase;
let server: TestApp;
let other: TestApp;
let sessionId: string;
const warnings: string[] = [];
const onWarning = (warning: Error) => void warnings.push(warning.message);

beforeAll(async () => {
  process.on("warning", onWarning);
  database = await createTestDatabase();
  server = await createTestApp(database.address);
  other = await createTestApp(database.address);
});

beforeEach(async () => {
  sessionId = await insertSession(server.app.db);
  await insertTurn(server.app.db, { sessionId });
});

afterAll(async () => {
  await server.close();
  await other.close();
  await database.drop();
  process.off("warning", onWarning);
});

afterEach(
  quiet(
    () => server,
    () => other,
  ),
);
afterEach(() => expect(warnings.splice(0)).toEqual([]));

const resolve = (pendingId: string) =>
  resolveBundle(contextFor(server.app), { pendingId, outcome: choosesA });

const isListed = async (pendingId: string) =>
  (await listPending(contextFor(server.app), { limit: 200 })).bundles.some(
    (bundle) => bundle.pending_id === pendingId,
  );

const check = (pendingId: string, waitSeconds = 0, on = server) =>
  checkQuestion(agentContext(on.app, sessionId), { ...patient(), sessionId, pendingId, waitSeconds });

const none = (code: string) => ({ kind: "none", code });

test("R6: a wait that ends without an answer leaves the bundle listed and answerable, and detached", async () => {
  const { pendingId, result } = await askAndBlock(server.app, sessionId, undefined, 0.05);
  expect(await result).toEqual(none("wait_ended"));
  expect([await isListed(pendingId), await isDetached(server.app.db, pendingId)]).toEqual([true, true]);
  expect(await resolve(pendingId)).toMatchObject({ claimed: true });
  expect(await check(pendingId)).toMatchObject({
    status: "answered",
    response: { answers: [{ question_id: "q1" }] },
  });
});

test("R7: an answer given in the last moment of a wait still wins", async () => {
  const { pendingId, result } = await askAndBlock(server.app, sessionId, undefined, 0.2);
  // The claim is there, its hint is not: the end of the wait has to find it.
  await writeAnswer(pendingId);
  expect(await result).toMatchObject({ kind: "answer", response: { answers: [{ question_id: "q1" }] } });
});

/** What a claim writes, without its hint. Under the session lock, as every writer of ours. */
async function writeAnswer(pendingId: string): Promise<void> {
  await other.app.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM task_sessions WHERE id = ${sessionId} FOR UPDATE`);
    await tx.execute(sql`
      UPDATE task_session_messages SET metadata = metadata || '{"status": "answered", "response": {}, "response_delivery_pending": true}'
      WHERE pending_id = ${pendingId}`);
  });
}

test("A9: cancelling ends every wait on both servers with cancelled, and nobody can answer any more", async () => {
  const first = await askAndBlock(server.app, sessionId);
  const second = await askAndBlock(other.app, sessionId);
  const { pendingId } = first;
  await cancelBundle(contextFor(other.app), { pendingId });
  expect([await first.result, await second.result]).toEqual([none("cancelled"), none("cancelled")]);
  await expect(resolve(pendingId)).rejects.toMatchObject({ code: "not_active" });
  expect(await check(pendingId)).toEqual({ pending_id: pendingId, status: "cancelled" });
  await expect(cancelBundle(contextFor(server.app), { pendingId })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await countRows(server.app.db, "clarification_waiters", pendingId)).toBe(0);
});

test("D4: a newer turn ends the waits of the turn before with cancelled, on every server", async () => {
  const first = await askAndBlock(server.app, sessionId);
  const second = await askAndBlock(other.app, sessionId);
  await startTurn(contextFor(server.app), { sessionId });
  expect([await first.result, await second.result]).toEqual([none("cancelled"), none("cancelled")]);
  expect(await check(first.pendingId)).toEqual({ pending_id: first.pendingId, status: "superseded" });
  expect(await countRows(server.app.db, "clarification_waiters", first.pendingId)).toBe(0);
});

test("D4: the end of a session ends its waits with session_ended, on every server", async () => {
  const first = await askAndBlock(server.app, sessionId);
  const second = await askAndBlock(other.app, sessionId, [
    {
      prompt: "Another?",
      options: [
        { label: "a", description: "" },
        { label: "b", description: "" },
      ],
    },
  ]);
  await endSession(contextFor(other.app), { sessionId, state: "cancelled" });
  expect([await first.result, await second.result]).toEqual([none("session_ended"), none("session_ended")]);
  expect(await check(first.pendingId)).toEqual({ pending_id: first.pendingId, status: "expired" });
  expect(await countRows(server.app.db, "clarification_waiters", first.pendingId)).toBe(0);
});

test("R6: a drain ends waits with server_stopping and does not detach; the next server hands the answer over", async () => {
  const stopping = await createTestApp(database.address);
  const { pendingId, result } = await askAndBlock(stopping.app, sessionId);
  const checking = check(pendingId, 600, stopping);
  const waiting = waitForRequest(contextFor(stopping.app), { ...patient(), pendingId }).catch(
    (error: unknown) => error,
  );
  while ((await countRows(server.app.db, "clarification_waiters", pendingId)) < 3) continue;
  stopping.drain();
  expect(await result).toEqual(none("server_stopping"));
  expect(await checking).toEqual({ pending_id: pendingId, status: "pending" });
  expect(await waiting).toMatchObject({ code: "server_stopping" });
  await stopping.close();
  expect([await isListed(pendingId), await isDetached(server.app.db, pendingId)]).toEqual([true, false]);
  expect(await resolve(pendingId)).toMatchObject({ claimed: true });
  expect(await check(pendingId)).toMatchObject({ status: "answered" });
  expect(stopping.logged).toEqual([]);
});

test("contract 6.9: a bundle is detached when its last waiter on any server has gone, stays active, and is attached again by an ask", async () => {
  const first = await askAndBlock(server.app, sessionId);
  const second = await askAndBlock(other.app, sessionId);
  const { pendingId } = first;
  first.hangUp();
  await first.result;
  expect(await isDetached(server.app.db, pendingId)).toBe(false);
  second.hangUp();
  await second.result;
  expect([await isListed(pendingId), await isDetached(server.app.db, pendingId)]).toEqual([true, true]);
  const again = await askAndBlock(other.app, sessionId);
  expect([again.pendingId, await isDetached(server.app.db, pendingId)]).toEqual([pendingId, false]);
  const { response } = await resolve(pendingId);
  expect(await again.result).toEqual({ kind: "answer", response });
});

test("contract 6.9: a row that says agent_disconnected: false is detached like any other", async () => {
  const { pendingId, result, hangUp } = await askAndBlock(server.app, sessionId);
  await server.app.db.execute(sql`
    UPDATE task_session_messages SET metadata = metadata || '{"agent_disconnected": false}' WHERE pending_id = ${pendingId}`);
  hangUp();
  await result;
  expect(await isDetached(server.app.db, pendingId)).toBe(true);
});

test("contract 6.2: a hint that is heard while an ask is still being written does not end its wait", async () => {
  const asked = other.app.db.transaction(async (tx) => {
    // The ask has registered its wait and now has to wait itself, before it commits.
    await tx.execute(sql`LOCK TABLE clarification_waiters IN ACCESS EXCLUSIVE MODE`);
    const asking = askAndBlock(server.app, sessionId);
    await untilBlocked(server.app.db);
    await notify(
      other.app.db,
      { name: "session.turn.started", session_id: sessionId, task_id: "", turn_id: "" },
      { name: "reset" },
    );
    const [pendingId = ""] = server.app.waiters.bundlesOf(sessionId);
    expect(pendingId).not.toBe("");
    // Dealing with the hints either comes to an end or waits for the ask.
    await Promise.race([settleHints(server.app, pendingId), untilBlocked(other.app.db, 2)]);
    return { asking };
  });
  const { pendingId, result } = await (await asked).asking;
  await settleHints(server.app, pendingId);
  const { response } = await resolve(pendingId);
  expect(await result).toEqual({ kind: "answer", response });
});

test("A7: a request is shown and waited for while a living server made it or waits on it, and not after", async () => {
  const maker = await createTestApp(database.address);
  const { pendingId } = await askAndBlock(maker.app, sessionId);
  for (const { app } of [server, other])
    expect(await getRequest(contextFor(app), { pendingId })).toMatchObject({ pending_id: pendingId });
  await maker.vanish();
  const gone = async () => {
    await expect(getRequest(contextFor(server.app), { pendingId })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(waitForRequest(contextFor(server.app), { ...patient(), pendingId })).rejects.toMatchObject({
      code: "wait_ended",
    });
    await expect(cancelBundle(contextFor(server.app), { pendingId })).rejects.toMatchObject({
      code: "not_found",
    });
  };
  await gone();
  expect(await isListed(pendingId)).toBe(true);
  const again = await askAndBlock(server.app, sessionId);
  expect(again.pendingId).toBe(pendingId);
  expect(await getRequest(contextFor(other.app), { pendingId })).toMatchObject({ pending_id: pendingId });
  await resolve(pendingId);
  await gone();
});

test("A7: waiting for a question that is no longer open says why, and does not claim that it is open", async () => {
  const waits = async (pendingId: string) =>
    waitForRequest(contextFor(server.app), { ...patient(), pendingId }).catch((error: unknown) => error);
  const first = await askAndBlock(server.app, sessionId);
  await resolve(first.pendingId);
  await first.result;
  const answeredOne = await waits(first.pendingId);
  expect(answeredOne).toMatchObject({ code: "wait_ended" });
  expect(String(answeredOne)).not.toMatch(/still open|nobody/);
  const second = await askAndBlock(server.app, sessionId);
  await startTurn(contextFor(server.app), { sessionId });
  expect(await waits(second.pendingId)).toMatchObject({ code: "cancelled" });
  const third = await askAndBlock(server.app, sessionId);
  await endSession(contextFor(server.app), { sessionId, state: "failed" });
  expect(await waits(third.pendingId)).toMatchObject({ code: "session_ended" });
});

test("L12: a check of a mixed bundle that is still active says pending", async () => {
  const { pendingId } = await askAndBlock(server.app, sessionId, [
    {
      id: "q1",
      prompt: "1",
      options: [
        { label: "a", description: "" },
        { label: "b", description: "" },
      ],
    },
    {
      id: "q2",
      prompt: "2",
      options: [
        { label: "a", description: "" },
        { label: "b", description: "" },
      ],
    },
  ]);
  await server.app.db.execute(sql`
    UPDATE task_session_messages SET metadata = metadata || '{"status": "answered", "response": {}}'
    WHERE pending_id = ${pendingId} AND metadata ->> 'question_id' = 'q1'`);
  expect(await check(pendingId)).toEqual({ pending_id: pendingId, status: "pending" });
});

test("N5: an agent cannot check a question of another session", async () => {
  const { pendingId } = await askAndBlock(server.app, sessionId);
  const foreign = await insertSession(server.app.db);
  for (const id of [pendingId, "made-up"])
    await expect(
      checkQuestion(agentContext(server.app, foreign), {
        ...patient(),
        sessionId: foreign,
        pendingId: id,
        waitSeconds: 0,
      }),
    ).rejects.toMatchObject({ code: "not_found", message: "clarification request not found" });
  await expect(
    checkQuestion(agentContext(server.app, foreign), { ...patient(), sessionId, pendingId, waitSeconds: 0 }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("R7: thirty waits at once on one server all end with the answer, without a warning", async () => {
  const blocked = await Promise.all(Array.from({ length: 30 }, () => askAndBlock(server.app, sessionId)));
  const [pendingId = "", ...more] = new Set(blocked.map((each) => each.pendingId));
  expect(more).toEqual([]);
  const { response } = await resolve(pendingId);
  for (const each of blocked) expect(await each.result).toEqual({ kind: "answer", response });
});
