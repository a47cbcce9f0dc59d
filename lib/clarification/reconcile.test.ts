import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import {
  askAndBlock,
  choosesA,
  countRows,
  isDeliveryPending,
  isDetached,
  patient,
  readMetadata,
  rejected,
  snapshot,
  takeLog,
  untilBlocked,
} from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertAskedTask, insertBundle, insertSession, insertTurn } from "@/lib/testing/factories";
import { ask } from "./ask";
import { listPending } from "./list-pending";
import { reconcile } from "./reconcile";
import { resolveBundle } from "./resolve-bundle";

let database: TestDatabase;
let server: TestApp;
let other: TestApp;
let sessionId: string;
let turnId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
  other = await createTestApp(database.address);
});

beforeEach(async () => {
  sessionId = await insertSession(server.app.db);
  turnId = await insertTurn(server.app.db, { sessionId });
});

afterAll(async () => {
  await server.close();
  await other.close();
  await database.drop();
});

const ours = { agentProfileId: "ours" };
const undelivered = {
  status: "answered",
  response: { question_id: "q1", selected_options: ["a"], custom_text: "" },
  response_delivery_pending: true,
};

const isListed = async (pendingId: string) =>
  (await listPending(contextFor(server.app), { limit: 200 })).bundles.some(
    (bundle) => bundle.pending_id === pendingId,
  );

const serverIds = async () => {
  const rows = await server.app.db.execute<{ id: string }>(sql`SELECT id FROM servers ORDER BY id`);
  return rows.map((row) => row.id);
};

/** A server that is killed while a call waits on it; PostgreSQL has noticed. */
async function killWhileWaiting(inSession = sessionId): Promise<string> {
  const dying = await createTestApp(database.address);
  const { pendingId } = await askAndBlock(dying.app, inSession);
  await dying.vanish();
  for (;;) {
    const rows = await server.app.db.execute(
      sql`SELECT 1 FROM living_servers WHERE id = ${dying.app.serverId}`,
    );
    if (rows.length === 0) return pendingId;
  }
}

test("R6: a killed server's waiters are forgotten and its bundles detached; they stay listed and answerable", async () => {
  const pendingId = await killWhileWaiting();
  expect(await isDetached(server.app.db, pendingId)).toBe(false);
  await reconcile(server.app);
  expect(await isDetached(server.app.db, pendingId)).toBe(true);
  expect(await countRows(server.app.db, "clarification_waiters", pendingId)).toBe(0);
  expect(await serverIds()).toEqual([server.app.serverId, other.app.serverId].sort());
  expect(await isListed(pendingId)).toBe(true);
  const again = await askAndBlock(other.app, sessionId);
  expect([again.pendingId, await isDetached(server.app.db, pendingId)]).toEqual([pendingId, false]);
  const { response } = await resolveBundle(contextFor(server.app), { pendingId, outcome: choosesA });
  expect(await again.result).toEqual({ kind: "answer", response });
});

test("R6: a waiter on a living server keeps the bundle attached, and its answer comes", async () => {
  const pendingId = await killWhileWaiting();
  const waiting = await askAndBlock(other.app, sessionId);
  expect(waiting.pendingId).toBe(pendingId);
  await reconcile(server.app);
  expect(await isDetached(server.app.db, pendingId)).toBe(false);
  expect(await countRows(server.app.db, "clarification_waiters", pendingId)).toBe(1);
  const { response } = await resolveBundle(contextFor(server.app), { pendingId, outcome: choosesA });
  expect(await waiting.result).toEqual({ kind: "answer", response });
});

test("contract 6.9: a waiter of a killed server does not keep a bundle attached, also before anybody reconciles", async () => {
  const pendingId = await killWhileWaiting();
  const last = await askAndBlock(other.app, sessionId);
  expect([last.pendingId, await isDetached(server.app.db, pendingId)]).toEqual([pendingId, false]);
  last.hangUp();
  await last.result;
  expect(await isDetached(server.app.db, pendingId)).toBe(true);
});

test("R6: reconciling changes nothing of what living servers wait for or deliver, however often it runs", async () => {
  const waiting = await askAndBlock(other.app, sessionId);
  const launchedSession = await insertSession(server.app.db, ours);
  const launchedTurn = await insertTurn(server.app.db, { sessionId: launchedSession });
  const delivering = await insertBundle(server.app.db, {
    sessionId: launchedSession,
    turnId: launchedTurn,
    questions: [undelivered],
  });
  await server.app.db.execute(sql`
    INSERT INTO clarification_deliveries (pending_id, task_session_id, reject_reason, server_id)
    VALUES (${delivering}, ${launchedSession}, '', ${other.app.serverId})`);
  const look = async () => [
    await snapshot(server.app.db, waiting.pendingId),
    await snapshot(server.app.db, delivering),
    await countRows(server.app.db, "clarification_waiters", waiting.pendingId),
    await countRows(server.app.db, "clarification_deliveries", delivering),
    await serverIds(),
  ];
  await reconcile(server.app);
  const before = await look();
  await Promise.all([reconcile(server.app), reconcile(other.app), reconcile(server.app)]);
  expect(await look()).toEqual(before);
});

test("R6, R7: an answer in the mailbox of an agent of somebody else's is left alone and still handed over", async () => {
  const byHand = await insertBundle(server.app.db, { sessionId, turnId, questions: [undelivered] });
  const elsewhere = await insertAskedTask(server.app.db);
  const dying = await createTestApp(database.address);
  await resolveBundle(contextFor(dying.app), { pendingId: elsewhere.pendingId, outcome: rejected("kept") });
  await dying.vanish();
  const before = [await snapshot(server.app.db, byHand), await snapshot(server.app.db, elsewhere.pendingId)];
  await reconcile(server.app);
  expect([await snapshot(server.app.db, byHand), await snapshot(server.app.db, elsewhere.pendingId)]).toEqual(
    before,
  );
  const questions = [
    {
      id: "q1",
      prompt: "Which one?",
      options: [
        { option_id: "a", label: "A", description: "the first" },
        { option_id: "b", label: "B", description: "the second" },
      ],
    },
  ];
  for (const [session, response] of [
    [sessionId, { answers: [{ selected_options: ["a"] }] }],
    [elsewhere.sessionId, { rejected: true, reject_reason: "kept" }],
  ] as const)
    expect(
      await ask(contextFor(server.app), { sessionId: session, questions, context: "" }, patient()),
    ).toMatchObject({ kind: "answered", response });
});

test("R6, R7: a delivery to an agent of ours that a killed server left half done is rolled back and answerable again", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, ours);
  let dispatched: () => void = () => undefined;
  const dispatching = new Promise<void>((resolve) => (dispatched = resolve));
  const dying = await createTestApp(database.address, {
    resumeAgent: () => {
      dispatched();
      return new Promise<boolean>(() => undefined); // killed before it is accepted
    },
  });
  void resolveBundle(contextFor(dying.app), { pendingId, outcome: choosesA }).catch(() => undefined);
  await dispatching;
  await reconcile(server.app);
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(true); // its server lives
  await dying.vanish();
  await expect
    .poll(async () => {
      await reconcile(server.app);
      return isListed(pendingId);
    })
    .toBe(true);
  const [row] = await readMetadata(server.app.db, pendingId);
  expect(row).toMatchObject({ status: "pending" });
  expect(Object.keys(row ?? {})).not.toContain("response");
  expect(await countRows(server.app.db, "clarification_deliveries", pendingId)).toBe(0);
  const accepted = await createTestApp(database.address, { resumeAgent: () => Promise.resolve(true) });
  expect(await resolveBundle(contextFor(accepted.app), { pendingId, outcome: choosesA })).toMatchObject({
    claimed: true,
  });
  await accepted.close();
});

test("R6: a half-done delivery that can no longer be rolled back is finalized and keeps its answer", async () => {
  const superseded = await insertAskedTask(server.app.db, { ...ours, questions: [undelivered] });
  await insertTurn(server.app.db, superseded);
  const ended = await insertAskedTask(server.app.db, { ...ours, questions: [undelivered] });
  await server.app.db.execute(sql`UPDATE task_sessions SET state = 'failed' WHERE id = ${ended.sessionId}`);
  takeLog(server);
  await Promise.all([reconcile(server.app), reconcile(server.app), reconcile(server.app)]);
  expect(takeLog(server)).toHaveLength(2); // each was settled by one of them
  for (const { pendingId } of [superseded, ended]) {
    expect(await isDeliveryPending(server.app.db, pendingId)).toBe(false);
    expect(await readMetadata(server.app.db, pendingId)).toMatchObject([
      { status: "answered", response: { selected_options: ["a"] } },
    ]);
  }
});

test("R6: a half-done delivery that another server reopened and a person answered anew meanwhile is left to that answer", async () => {
  const { pendingId, sessionId: session } = await insertAskedTask(server.app.db, {
    ...ours,
    questions: [undelivered],
  });
  await other.app.db
    .transaction(async (tx) => {
      await tx.execute(sql`SELECT 1 FROM task_sessions WHERE id = ${session} FOR UPDATE`);
      const reconciling = reconcile(server.app);
      await untilBlocked(other.app.db); // it has seen the half-done delivery and waits for the lock
      await tx.execute(sql`
      INSERT INTO clarification_deliveries (pending_id, task_session_id, reject_reason, server_id)
      VALUES (${pendingId}, ${session}, '', ${other.app.serverId})`);
      return { reconciling };
    })
    .then(({ reconciling }) => reconciling);
  expect(await readMetadata(server.app.db, pendingId)).toMatchObject([undelivered]);
});

test("R9: a reject reason outlives nothing: what no waiter and no mailbox needs is swept", async () => {
  const { pendingId } = await askAndBlock(other.app, sessionId);
  const dying = await createTestApp(database.address);
  await askAndBlock(dying.app, sessionId);
  await dying.vanish();
  await resolveBundle(contextFor(server.app), { pendingId, outcome: rejected("secret") });
  await expect.poll(() => isDeliveryPending(server.app.db, pendingId)).toBe(false);
  await expect
    .poll(async () => {
      await reconcile(server.app);
      return countRows(server.app.db, "clarification_deliveries", pendingId);
    })
    .toBe(0);
});

test("R9: a server that stopped in order leaves no reject reason behind either", async () => {
  const first = await askAndBlock(other.app, sessionId);
  const stopping = await createTestApp(database.address);
  const second = await askAndBlock(stopping.app, sessionId);
  stopping.drain();
  expect(await second.result).toEqual({ kind: "none", code: "server_stopping" });
  await resolveBundle(contextFor(server.app), { pendingId: first.pendingId, outcome: rejected("secret") });
  expect(await first.result).toMatchObject({ response: { reject_reason: "secret" } });
  await stopping.close();
  await reconcile(server.app);
  expect(await countRows(server.app.db, "clarification_deliveries", first.pendingId)).toBe(0);
});

test("R6: a waiter that this server could not sign off is signed off by its next reconciliation", async () => {
  const { pendingId, result, hangUp } = await askAndBlock(server.app, sessionId);
  await server.app.sql.unsafe(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused on purpose'; END $$;
    CREATE TRIGGER refuse BEFORE DELETE ON clarification_waiters FOR EACH STATEMENT EXECUTE FUNCTION refuse();`);
  hangUp();
  await result;
  await server.app.sql.unsafe(`DROP TRIGGER refuse ON clarification_waiters; DROP FUNCTION refuse();`);
  expect(await countRows(server.app.db, "clarification_waiters", pendingId)).toBe(1);
  await reconcile(other.app);
  expect(await countRows(server.app.db, "clarification_waiters", pendingId)).toBe(1);
  const staying = await askAndBlock(server.app, await otherSession());
  await reconcile(server.app);
  expect(await countRows(server.app.db, "clarification_waiters", pendingId)).toBe(0);
  expect(await isDetached(server.app.db, pendingId)).toBe(true);
  expect(await countRows(server.app.db, "clarification_waiters", staying.pendingId)).toBe(1);
});

async function otherSession(): Promise<string> {
  const id = await insertSession(server.app.db);
  await insertTurn(server.app.db, { sessionId: id });
  return id;
}

test("R6: reconciling a database that no server has left anything in does nothing", async () => {
  const fresh = await createTestDatabase();
  const only = await createTestApp(fresh.address);
  await reconcile(only.app);
  expect(only.logged).toEqual([]);
  await only.close();
  await fresh.drop();
});
