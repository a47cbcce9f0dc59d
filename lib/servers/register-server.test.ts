import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Connection, connect } from "@/db/client";
import { reconcile } from "@/lib/clarification/reconcile";
import { resolveBundle } from "@/lib/clarification/resolve-bundle";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import {
  askAndBlock,
  choosesA,
  countBlocked,
  countRows,
  isDetached,
  untilBlocked,
} from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertSession, insertTurn } from "@/lib/testing/factories";

const LOCK_CLASS = 5_263_711;

let database: TestDatabase;
let server: TestApp;
let admin: Connection;
let sessionId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
  admin = connect(database.address, { max: 1 });
});

beforeEach(async () => {
  sessionId = await insertSession(server.app.db);
  await insertTurn(server.app.db, { sessionId });
});

afterAll(async () => {
  await admin.sql.end();
  await server.close();
  await database.drop();
});

const read = async (statement: ReturnType<typeof sql>) => [...(await server.app.db.execute(statement))];

test("contract 6.8: a server that starts is never seen without its lock, so no other one buries it", async () => {
  const [last] = await read(sql`SELECT max(lock_id) AS lock_id FROM servers`);
  const next = Number(last?.lock_id) + 1;
  await admin.sql`SELECT pg_advisory_lock(${LOCK_CLASS}, ${next})`; // the starting server has to wait for its lock
  const starting = createTestApp(database.address);
  await untilBlocked(server.app.db);
  expect(await read(sql`SELECT 1 FROM servers WHERE lock_id = ${next}`)).toEqual([]);
  await reconcile(server.app);
  await admin.sql`SELECT pg_advisory_unlock(${LOCK_CLASS}, ${next})`;
  const started = await starting;
  expect(await read(sql`SELECT id FROM living_servers WHERE id = ${started.app.serverId}`)).toHaveLength(1);
  const { pendingId, result } = await askAndBlock(started.app, sessionId);
  const { response } = await resolveBundle(contextFor(server.app), { pendingId, outcome: choosesA });
  expect(await result).toEqual({ kind: "answer", response });
  await started.close();
});

/** Ends a server's listening connection as a broken network does. */
async function cutListening(target: TestApp): Promise<void> {
  const [row] = await read(sql`
    SELECT l.pid FROM servers s
    JOIN pg_locks l ON l.locktype = 'advisory' AND l.classid = ${LOCK_CLASS} AND l.objid = s.lock_id::oid
    JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
    WHERE s.id = ${target.app.serverId}`);
  await server.app.db.execute(sql`SELECT pg_terminate_backend(${Number(row?.pid)}::int)`);
}

const lives = async (target: TestApp) =>
  (await read(sql`SELECT 1 FROM living_servers WHERE id = ${target.app.serverId}`)).length > 0;

test("contract 6.8, 6.9: a server that was taken for dead while its connection was down comes back with its waiters attached", async () => {
  const flaky = await createTestApp(database.address);
  const { pendingId, result } = await askAndBlock(flaky.app, sessionId);
  // Nothing can register while this lock is held: the gap lasts as long as the test needs it.
  const back = await admin.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE`);
    await cutListening(flaky);
    while (await lives(flaky)) continue;
    await tx.execute(sql`DELETE FROM servers WHERE id = ${flaky.app.serverId}`);
    await tx.execute(sql`
      UPDATE task_session_messages SET metadata = metadata || '{"agent_disconnected": true}' WHERE pending_id = ${pendingId}`);
    while ((await countBlocked(server.app.db)) === 0) continue;
  });
  expect(back).toBeUndefined();
  await expect.poll(() => countRows(server.app.db, "clarification_waiters", pendingId)).toBe(1);
  await expect.poll(() => isDetached(server.app.db, pendingId)).toBe(false);
  expect(await lives(flaky)).toBe(true);
  const { response } = await resolveBundle(contextFor(server.app), { pendingId, outcome: choosesA });
  expect(await result).toEqual({ kind: "answer", response });
  await flaky.close();
});

test("contract 6.2: an answer that was given while the event connection was down is heard when it is back", async () => {
  const flaky = await createTestApp(database.address);
  const { pendingId, result } = await askAndBlock(flaky.app, sessionId);
  const { response } = await admin.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE`);
    await cutListening(flaky);
    while (await lives(flaky)) continue;
    return resolveBundle(contextFor(server.app), { pendingId, outcome: choosesA });
  });
  expect(await result).toEqual({ kind: "answer", response });
  expect(await countRows(server.app.db, "clarification_waiters", pendingId)).toBe(0);
  await flaky.close();
});
