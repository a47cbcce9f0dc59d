import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Connection, connect, type Database, type Transaction } from "@/db/client";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { countBlocked, untilBlocked } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { listPending } from "./list-pending";

let database: TestDatabase;
let server: TestApp;
let second: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
  second = connect(database.address, { max: 1 });
  await server.app.db.execute(sql`INSERT INTO tasks (id) VALUES ('task')`);
});

afterAll(async () => {
  await second.sql.end();
  await server.close();
  await database.drop();
});

afterEach(() => expect(server.logged).toEqual([]));

/** Raise it to look for rare schedules. */
const RUNS = Number(process.env.KANDEV_TEST_RUNS ?? 80);

/** A plain SQL write, as its text with the values in it: a failing run then shows what was written. */
type Write = string;

const at = (minute: number) => `timestamptz '2024-01-01T00:0${minute}:00Z'`;
const session = fc.constantFrom("'s0'", "'s1'");
const turn = fc.constantFrom("'t0'", "'t1'", "'t2'");
const turnOrNone = fc.oneof({ weight: 9, arbitrary: turn }, { weight: 1, arbitrary: fc.constant("NULL") });
const message = fc.constantFrom("'m0'", "'m1'", "'m2'", "'m3'");
/** Mostly a session and a turn of it, sometimes a turn of another session. */
const place = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(["'s0'", "'t0'"], ["'s1'", "'t1'"], ["'s0'", "'t2'"]) },
  { weight: 1, arbitrary: fc.tuple(session, turnOrNone) },
);
const minute = fc.integer({ min: 0, max: 5 }).map(at);
const type = fc.oneof(
  { weight: 4, arbitrary: fc.constant("'clarification_request'") },
  { weight: 1, arbitrary: fc.constantFrom("'message'", "'permission_request'") },
);
const state = fc.constantFrom("'running'", "'idle'", "'completed'");
const reservation = fc.constantFrom(
  `'{}'`,
  `NULL`,
  `'{"prompt_dispatch_pending": true}'`,
  `'{"prompt_dispatch_pending": "1", "prompt_dispatch_attempted": false}'`,
  `'{"prompt_dispatch_pending": 1, "prompt_dispatch_attempted": "true"}'`,
);
const metadata = fc
  .record({
    pending_id: fc.constantFrom("p0", "p1", undefined),
    status: fc.constantFrom("pending", "pending", undefined, "answered", "weird"),
  })
  .map((keys) => `'${JSON.stringify({ question_id: "q1", ...keys })}'::jsonb`);

const pair = <A, B>(a: fc.Arbitrary<A>, b: fc.Arbitrary<B>) => fc.tuple(a, b);

const write: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(message, place, type, metadata, minute)
      .map(
        (row) =>
          `INSERT INTO task_session_messages (id, task_session_id, turn_id, type, metadata, created_at) VALUES (${row.flat().join(", ")})`,
      ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(turn, session, minute, reservation)
      .map(
        (row) =>
          `INSERT INTO task_session_turns (id, task_session_id, started_at, metadata) VALUES (${row.join(", ")})`,
      ),
  },
  {
    weight: 6,
    arbitrary: pair(
      message,
      fc.oneof(
        metadata.map((value) => `metadata = ${value}`),
        type.map((value) => `type = ${value}`),
        minute.map((value) => `created_at = ${value}`),
        session.map((value) => `task_session_id = ${value}`),
        turnOrNone.map((value) => `turn_id = ${value}`),
        place.map(([to, within]) => `task_session_id = ${to}, turn_id = ${within}`),
      ),
    ).map(([id, change]) => `UPDATE task_session_messages SET ${change} WHERE id = ${id}`),
  },
  {
    weight: 3,
    arbitrary: pair(
      turn,
      fc.oneof(
        session.map((value) => `task_session_id = ${value}`),
        minute.map((value) => `started_at = ${value}`),
        reservation.map((value) => `metadata = ${value}`),
        fc.constant("completed_at = now()"),
      ),
    ).map(([id, change]) => `UPDATE task_session_turns SET ${change} WHERE id = ${id}`),
  },
  {
    weight: 3,
    arbitrary: pair(session, state).map(
      ([id, to]) => `UPDATE task_sessions SET state = ${to} WHERE id = ${id}`,
    ),
  },
  { weight: 2, arbitrary: message.map((id) => `DELETE FROM task_session_messages WHERE id = ${id}`) },
  { weight: 2, arbitrary: turn.map((id) => `DELETE FROM task_session_turns WHERE id = ${id}`) },
  session.map((id) => `DELETE FROM task_sessions WHERE id = ${id}`),
  session.map((id) => `INSERT INTO task_sessions (id, task_id, state) VALUES (${id}, 'task', 'running')`),
  metadata.map((value) => `UPDATE task_session_messages SET metadata = ${value}`),
  pair(session, session).map(
    ([from, to]) => `UPDATE task_session_turns SET task_session_id = ${to} WHERE task_session_id = ${from}`,
  ),
);

/** Two sessions with an active bundle each; with `reserved`, the first also has a bare reservation of its next turn. */
async function reset(reserved = false): Promise<void> {
  await server.app.sql.unsafe(`
    DELETE FROM task_sessions;
    INSERT INTO task_sessions (id, task_id, state) VALUES ('s0', 'task', 'running'), ('s1', 'task', 'running');
    INSERT INTO task_session_turns (id, task_session_id, started_at) VALUES ('t0', 's0', ${at(1)}), ('t1', 's1', ${at(1)});
    INSERT INTO task_session_messages (id, task_session_id, turn_id, type, metadata) VALUES
      ('m0', 's0', 't0', 'clarification_request', '{"pending_id": "p0", "question_id": "q1"}'),
      ('m1', 's1', 't1', 'clarification_request', '{"pending_id": "p1", "question_id": "q1"}');`);
  if (reserved)
    await server.app.sql.unsafe(`
      INSERT INTO task_session_turns (id, task_session_id, started_at, metadata)
        VALUES ('t2', 's0', ${at(4)}, '{"prompt_dispatch_pending": true}')`);
}

/** A write that breaks a key, or that lost a deadlock, did not happen. */
const refused = (error: unknown): boolean =>
  /duplicate key|foreign key|deadlock|is aborted/.test(causes(error));
const causes = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${causes(error.cause)}` : "";

async function tryWrite(db: Database | Transaction, statement: Write): Promise<void> {
  try {
    await db.execute(sql.raw(statement));
  } catch (error) {
    if (!refused(error)) throw error;
  }
}

/** The list agrees with the activeness rule read without candidates, and so do the times. */
async function expectAgreement(): Promise<void> {
  const read = async (statement: SQL) => [...(await server.app.db.execute(statement))];
  const active = await read(sql`
    SELECT a.task_session_id AS session_id, a.pending_id, (
      SELECT to_char(min(m.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM task_session_messages m
      WHERE m.pending_id = a.pending_id AND m.type = 'clarification_request') AS created_at
    FROM (SELECT DISTINCT task_session_id, pending_id FROM active_clarification_messages) a
    ORDER BY created_at, a.pending_id`);
  const { bundles } = await listPending(contextFor(server.app), { limit: 200 });
  expect(
    bundles.map(({ session_id, pending_id, created_at }) => ({ session_id, pending_id, created_at })),
  ).toEqual(active);
}

test("L2a, D1: whatever plain SQL writes, the list is what the activeness rule says", async () => {
  let [looks, seen] = [0, 0];
  const agrees = fc.asyncProperty(
    fc.boolean(),
    fc.array(write, { minLength: 1, maxLength: 25 }),
    async (reserved, writes) => {
      await reset(reserved);
      for (const statement of writes) {
        await tryWrite(server.app.db, statement);
        await expectAgreement();
        const [row] = await server.app.db.execute(sql`SELECT 1 FROM active_clarification_messages LIMIT 1`);
        looks += 1;
        if (row !== undefined) seen += 1;
      }
    },
  );
  await fc.assert(agrees, { numRuns: RUNS });
  expect(seen).toBeGreaterThan(looks / 3); // the writes do lead to active bundles
});

test("L2a, D1: the same holds for two transactions at once, whichever commits first", async () => {
  const schedule = fc.record({
    reserved: fc.boolean(),
    before: fc.array(write, { maxLength: 6 }),
    first: fc.array(write, { minLength: 1, maxLength: 4 }),
    second: fc.array(write, { minLength: 1, maxLength: 4 }),
  });
  const agrees = fc.asyncProperty(schedule, async (plan) => {
    await reset(plan.reserved);
    for (const statement of plan.before) await tryWrite(server.app.db, statement);
    await runTogether(plan.first, plan.second);
    await expectAgreement();
  });
  await fc.assert(agrees, { numRuns: RUNS });
});

/** The first transaction stays open until the second has ended, or waits for it. */
async function runTogether(first: readonly Write[], then: readonly Write[]): Promise<void> {
  let ended: Promise<void> = Promise.resolve();
  await inTransaction(server.app.db, first, async () => {
    ended = inTransaction(second.db, then);
    let over = false;
    void ended.then(() => (over = true));
    while (!over && (await countBlocked(server.app.db)) === 0) continue;
  });
  await ended;
}

async function inTransaction(
  db: Database,
  statements: readonly Write[],
  beforeCommit: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      for (const statement of statements)
        await tx
          .transaction((savepoint) => savepoint.execute(sql.raw(statement)))
          .catch((error: unknown) => {
            if (!refused(error)) throw error;
          });
      await beforeCommit();
    });
  } catch (error) {
    if (!refused(error)) throw error;
  }
}

test("L2a: a question asked while its session ends is not listed, whichever transaction comes first", async () => {
  const ask = sql.raw(`INSERT INTO task_session_messages (id, task_session_id, turn_id, type, metadata)
    VALUES ('m2', 's0', 't0', 'clarification_request', '{"pending_id": "p2", "question_id": "q1"}')`);
  const end = sql.raw(`UPDATE task_sessions SET state = 'completed' WHERE id = 's0'`);
  for (const [first, then] of [
    [ask, end],
    [end, ask],
  ] as const) {
    await reset();
    const waiting = await server.app.db.transaction(async (tx) => {
      await tx.execute(first);
      const later = second.db.execute(then);
      const done = later.then(() => undefined);
      await untilBlocked(server.app.db);
      return { done };
    });
    await waiting.done;
    await expectAgreement();
    expect(await listedIds()).toEqual(["p1"]);
  }
});

const listedIds = async () =>
  (await listPending(contextFor(server.app), {})).bundles.map((bundle) => bundle.pending_id);

test("L2a: a question asked while its session goes on is listed, though neither transaction sees the other's write", async () => {
  const ask = `INSERT INTO task_session_messages (id, task_session_id, turn_id, type, metadata)
    VALUES ('m2', 's0', 't0', 'clarification_request', '{"pending_id": "p2", "question_id": "q1"}')`;
  const goOn = `UPDATE task_sessions SET state = 'running' WHERE id = 's0'`;
  for (const [first, then] of [
    [ask, goOn],
    [goOn, ask],
  ] as const) {
    await reset();
    await server.app.db.execute(sql`UPDATE task_sessions SET state = 'completed' WHERE id = 's0'`);
    await runTogether([first], [then]);
    expect([...(await listedIds())].sort()).toEqual(["p0", "p1", "p2"]);
  }
});

test("L2a: a message of another session that gave a reservation its authority gives the list back what it took", async () => {
  await reset(true);
  await server.app.db.execute(
    sql`INSERT INTO task_session_messages (id, task_session_id, turn_id) VALUES ('m3', 's1', 't2')`,
  );
  await expectAgreement();
  await server.app.db.execute(
    sql`UPDATE task_session_messages SET metadata = metadata || '{"x":1}' WHERE id = 'm0'`,
  );
  await server.app.db.execute(sql`UPDATE task_sessions SET state = 'idle' WHERE id = 's0'`);
  await expectAgreement();
  await server.app.db.execute(sql`DELETE FROM task_session_messages WHERE id = 'm3'`);
  await expectAgreement();
});
