import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { notify } from "@/lib/events/hints";
import { agentContext, contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import {
  answered,
  askAndBlock,
  choosesA,
  countRows,
  isDeliveryPending,
  oneQuestion,
  patient,
  pick,
  quiet,
  readMetadata,
  rejected,
  settleHints,
  takeLog,
  untilBlocked,
} from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertSession, insertTurn } from "@/lib/testing/factories";
import { ask } from "./ask";
import { checkQuestion } from "./check-question";
import { resolveBundle } from "./resolve-bundle";
import { waitForRequest } from "./wait-for-request";

let database: TestDatabase;
let server: TestApp;
let other: TestApp;
let sessionId: string;

beforeAll(async () => {
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
});

afterEach(
  quiet(
    () => server,
    () => other,
  ),
);

const resolve = (pendingId: string, outcome = choosesA, on = server) =>
  resolveBundle(contextFor(on.app), { pendingId, outcome });

const check = (pendingId: string, waitSeconds = 0, on = server, signal = patient().signal) =>
  checkQuestion(agentContext(on.app, sessionId), { sessionId, pendingId, waitSeconds, signal });

test.each([
  ["an answer", answered(pick("q1", ["b"], "because"))],
  ["a rejection with its reason", rejected("ask me tomorrow")],
] as const)(
  "R7, R9: every call that waits, on both servers and by every way, returns the same: %s",
  async (_name, outcome) => {
    const first = await askAndBlock(server.app, sessionId);
    const { pendingId } = first;
    const joined = [await askAndBlock(other.app, sessionId), await askAndBlock(server.app, sessionId)];
    const checking = [check(pendingId, 600), check(pendingId, 600, other)];
    const waiting = [server, other].map(({ app }) =>
      waitForRequest(contextFor(app), { ...patient(), pendingId }),
    );
    await untilWaiting(pendingId, 7);

    const { response } = await resolve(pendingId, outcome, other);
    expect(response.reject_reason).toBe(outcome.reason);
    for (const each of [first, ...joined]) expect(await each.result).toEqual({ kind: "answer", response });
    for (const each of checking)
      expect(await each).toEqual({
        pending_id: pendingId,
        status: outcome.rejected ? "rejected" : "answered",
        response,
      });
    for (const each of waiting) expect(await each).toEqual(response);
    expect(await isDeliveryPending(server.app.db, pendingId)).toBe(false);
    expect(await countRows(server.app.db, "clarification_waiters", pendingId)).toBe(0);
    expect(await countRows(server.app.db, "clarification_deliveries", pendingId)).toBe(0);
  },
);

async function untilWaiting(pendingId: string, count: number): Promise<void> {
  while ((await countRows(server.app.db, "clarification_waiters", pendingId)) < count) continue;
}

test("R9: a reject reason is gone after the hand-over, is in no row, and a later look reports none", async () => {
  const { pendingId, result } = await askAndBlock(other.app, sessionId);
  await resolve(pendingId, rejected("a private reason"));
  expect(await result).toMatchObject({ response: { reject_reason: "a private reason" } });
  expect(JSON.stringify(await readMetadata(server.app.db, pendingId))).not.toContain("private");
  expect(await check(pendingId)).toMatchObject({ status: "rejected", response: { reject_reason: "" } });
  expect(await countRows(server.app.db, "clarification_deliveries", pendingId)).toBe(0);
  const tables = await server.app.db.execute<{ table_name: string }>(sql`
    SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`);
  for (const { table_name: table } of tables) {
    const rows = await server.app.db.execute(
      sql`SELECT 1 FROM ${sql.identifier(table)} t WHERE t::text LIKE '%private%'`,
    );
    expect({ table, rows: rows.length }).toEqual({ table, rows: 0 });
  }
});

test("R7: an answer taken by a check is not given to the next ask, and the check repeats it as often as wanted", async () => {
  const { pendingId } = await ask(agentContext(server.app, sessionId), {
    sessionId,
    questions: oneQuestion(),
    context: "",
  });
  await resolve(pendingId, rejected("why"));
  expect(await check(pendingId, 0, other)).toMatchObject({
    status: "rejected",
    response: { reject_reason: "why" },
  });
  for (const on of [server, other])
    expect(await check(pendingId, 0, on)).toMatchObject({
      status: "rejected",
      response: { reject_reason: "" },
    });
  const next = await askAndBlock(server.app, sessionId);
  expect(next.pendingId).not.toBe(pendingId);
});

test("R7: a call whose connection is closed takes no answer; it stays for the next call", async () => {
  const { pendingId, result, hangUp } = await askAndBlock(server.app, sessionId);
  hangUp();
  await resolve(pendingId);
  expect(await result).toMatchObject({ kind: "none" });
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(true);
  expect(await check(pendingId)).toMatchObject({ status: "answered" });
});

test("R7: a closed connection on one server leaves the answer to the call on the other", async () => {
  const closing = await askAndBlock(server.app, sessionId);
  const staying = await askAndBlock(other.app, sessionId);
  closing.hangUp();
  const { response } = await resolve(closing.pendingId);
  expect(await closing.result).toMatchObject({ kind: "none" });
  expect(await staying.result).toEqual({ kind: "answer", response });
});

test("R7: a check whose connection closed takes no answer, at the start or at its end", async () => {
  const { pendingId } = await ask(agentContext(server.app, sessionId), {
    sessionId,
    questions: oneQuestion(),
    context: "",
  });
  const closed = AbortSignal.abort();
  const connection = new AbortController();
  const waiting = check(pendingId, 600, server, connection.signal);
  await untilWaiting(pendingId, 1);
  await other.app.db.transaction(async (tx) => {
    // The waiter's leaving waits for this lock, and meanwhile the answer comes.
    await tx.execute(sql`SELECT 1 FROM task_sessions WHERE id = ${sessionId} FOR UPDATE`);
    connection.abort();
    await tx.execute(sql`
      UPDATE task_session_messages SET metadata = metadata || '{"status": "answered", "response": {}, "response_delivery_pending": true}'
      WHERE pending_id = ${pendingId}`);
  });
  await waiting.catch(() => undefined);
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(true);
  await check(pendingId, 0, server, closed).catch(() => undefined);
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(true);
  expect(await check(pendingId)).toMatchObject({ status: "answered" });
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(false);
});

test("R7: an ask whose connection closed before it was looked at takes no answer", async () => {
  const first = await ask(agentContext(server.app, sessionId), {
    sessionId,
    questions: oneQuestion(),
    context: "",
  });
  await resolve(first.pendingId);
  const request = { sessionId, questions: oneQuestion(), context: "" };
  const closed = { signal: AbortSignal.abort(), waitSeconds: 600 };
  const dropped = await ask(agentContext(server.app, sessionId), request, closed);
  if (dropped.kind === "open") expect(await dropped.result).toMatchObject({ kind: "none" });
  expect(await isDeliveryPending(server.app.db, first.pendingId)).toBe(true);
  expect(await ask(agentContext(server.app, sessionId), request, patient())).toMatchObject({
    kind: "answered",
  });
});

/** What a claim writes, without its hint. */
async function writeAnswer(pendingId: string): Promise<void> {
  await server.app.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM task_sessions WHERE id = ${sessionId} FOR UPDATE`);
    await tx.execute(sql`
      UPDATE task_session_messages SET metadata = metadata || '{"status": "answered", "response": {}, "response_delivery_pending": true}'
      WHERE pending_id = ${pendingId}`);
  });
}

const hintAt = (pendingId: string) =>
  notify(server.app.db, {
    name: "session.message.updated",
    session_id: sessionId,
    task_id: "",
    message_ids: [],
    pending_id: pendingId,
  });

test.each([
  ["the session's lock", sql`SELECT 1 FROM task_sessions FOR UPDATE`],
  ["its own last write", sql`LOCK TABLE clarification_waiters IN ACCESS EXCLUSIVE MODE`],
] as const)(
  "R7: while a hand-over waits for %s, a drain lets it through, and a caller that hangs up leaves the answer",
  async (_name, block) => {
    for (const how of ["drain", "hang up"] as const) {
      const leaving = await createTestApp(database.address);
      const { pendingId, result, hangUp } = await askAndBlock(leaving.app, sessionId);
      await settleHints(leaving.app, pendingId); // a hint of the ask itself must not find the answer first
      await writeAnswer(pendingId);
      await other.app.db.transaction(async (tx) => {
        await tx.execute(block);
        await hintAt(pendingId);
        await untilBlocked(server.app.db);
        if (how === "drain") leaving.drain();
        else hangUp();
      });
      const outcome = await result;
      await settleHints(leaving.app, pendingId);
      const pending = await isDeliveryPending(server.app.db, pendingId);
      expect({ how, outcome: outcome.kind, pending }).toEqual(
        how === "drain"
          ? { how, outcome: "answer", pending: false }
          : { how, outcome: "none", pending: true },
      );
      if (pending) await check(pendingId);
      await leaving.close();
    }
  },
);

test("R7: a hand-over that fails once is tried again, though no other hint comes", async () => {
  const { pendingId, result } = await askAndBlock(other.app, sessionId);
  await server.app.sql.unsafe(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF nextval('tries') = 1 THEN RAISE EXCEPTION 'failed on purpose'; END IF; RETURN NULL; END $$;
    CREATE TRIGGER fail_once AFTER DELETE ON clarification_waiters FOR EACH ROW EXECUTE FUNCTION fail_once();`);
  const { response } = await resolve(pendingId, rejected("why"));
  expect(await result).toEqual({ kind: "answer", response });
  await server.app.sql.unsafe(`DROP TRIGGER fail_once ON clarification_waiters`);
  expect(takeLog(other)).toMatchObject([
    [{ pending_id: pendingId }, expect.stringContaining("tried again") as unknown],
  ]);
});
