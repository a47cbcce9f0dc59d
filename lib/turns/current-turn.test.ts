import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listPending } from "@/lib/clarification/list-pending";
import { newId } from "@/lib/ids";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertAskedTask, insertMessage, insertSession, insertTurn } from "@/lib/testing/factories";
import { findCurrentTurn } from "./current-turn";
import { startTurn } from "./start-turn";

let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

afterEach(() => expect(server.logged).toEqual([]));

const isListed = async (pendingId: string): Promise<boolean> => {
  const { bundles } = await listPending(contextFor(server.app), { limit: 200 });
  return bundles.some((bundle) => bundle.pending_id === pendingId);
};

interface TurnRow {
  readonly id?: string;
  readonly startedAt?: string;
  readonly createdAt?: string;
  readonly completed?: boolean;
}

async function writeTurn(sessionId: string, row: TurnRow): Promise<string> {
  const id = row.id ?? newId();
  await server.app.db.execute(sql`
    INSERT INTO task_session_turns (id, task_session_id, started_at, created_at, completed_at)
    VALUES (${id}, ${sessionId}, ${row.startedAt ?? "2024-01-01T00:00:00Z"}, ${row.createdAt ?? "2024-01-01T00:00:00Z"},
      ${row.completed === true ? "2024-01-02T00:00:00Z" : null})`);
  return id;
}

test.each([
  ["started_at", { startedAt: "2024-01-01T00:00:00.000001Z", createdAt: "2020-01-01T00:00:00Z", id: "a" }],
  ["created_at where they started together", { createdAt: "2024-01-01T00:00:00.000001Z", id: "a" }],
  ["id where all times are equal", { id: "z" }],
] as const)(
  "D4: the current turn is the newest by %s, in whatever order they were written",
  async (_name, newest) => {
    for (const newestFirst of [true, false]) {
      const sessionId = await insertSession(server.app.db);
      const prefix = newId();
      const rows = [{ id: `${prefix}-m` }, { ...newest, id: `${prefix}-${newest.id}` }];
      for (const row of newestFirst ? rows.toReversed() : rows) await writeTurn(sessionId, row);
      expect(await findCurrentTurn(server.app.db, sessionId)).toEqual({
        id: `${prefix}-${newest.id}`,
        open: true,
      });
    }
  },
);

test("D4: a completed turn is the current one while it is the newest", async () => {
  const sessionId = await insertSession(server.app.db);
  await writeTurn(sessionId, { startedAt: "2023-01-01T00:00:00Z" });
  const id = await writeTurn(sessionId, { completed: true });
  expect(await findCurrentTurn(server.app.db, sessionId)).toEqual({ id, open: false });
});

test("D4: a session without turns has no current turn", async () => {
  const sessionId = await insertSession(server.app.db);
  expect(await findCurrentTurn(server.app.db, sessionId)).toBeUndefined();
});

test("D4: a turn that is started is the current one also where another is dated in the future", async () => {
  const sessionId = await insertSession(server.app.db);
  await writeTurn(sessionId, { startedAt: "2999-01-01T00:00:00Z", createdAt: "2999-01-01T00:00:00Z" });
  for (let index = 0; index < 3; index += 1) {
    const { id } = await startTurn(contextFor(server.app), { sessionId });
    expect(await findCurrentTurn(server.app.db, sessionId)).toEqual({ id, open: true });
  }
  const open = await server.app.db.execute(sql`
    SELECT 1 FROM task_session_turns WHERE task_session_id = ${sessionId} AND completed_at IS NULL`);
  expect(open).toHaveLength(1);
});

test.each([true, "true", "1", 1])(
  "D4: a bare reservation (prompt_dispatch_pending %j) supersedes nothing until it has a message",
  async (pending) => {
    const asked = await insertAskedTask(server.app.db);
    const turnId = await insertTurn(server.app.db, {
      ...asked,
      metadata: { prompt_dispatch_pending: pending },
    });
    expect(await isListed(asked.pendingId)).toBe(true);
    const messageId = await insertMessage(server.app.db, { ...asked, turnId, type: "message", metadata: {} });
    expect(await isListed(asked.pendingId)).toBe(false);
    await server.app.db.execute(sql`DELETE FROM task_session_messages WHERE id = ${messageId}`);
    expect(await isListed(asked.pendingId)).toBe(true);
  },
);

test.each([true, "true", "1", 1])(
  "D4: a reservation whose dispatch was attempted (%j) supersedes",
  async (attempted) => {
    const asked = await insertAskedTask(server.app.db);
    const turnId = await insertTurn(server.app.db, { ...asked, metadata: { prompt_dispatch_pending: true } });
    expect(await isListed(asked.pendingId)).toBe(true);
    await server.app.db.execute(sql`
      UPDATE task_session_turns SET metadata = metadata || ${JSON.stringify({ prompt_dispatch_attempted: attempted })}::jsonb
      WHERE id = ${turnId}`);
    expect(await isListed(asked.pendingId)).toBe(false);
    await server.app.db.execute(sql`DELETE FROM task_session_turns WHERE id = ${turnId}`);
    expect(await isListed(asked.pendingId)).toBe(true);
  },
);

test.each([false, "false", 0, "0", "", "yes", "TRUE", 2, null, [], {}])(
  "D4: a turn with prompt_dispatch_pending %j is no reservation and supersedes",
  async (pending) => {
    const asked = await insertAskedTask(server.app.db);
    await insertTurn(server.app.db, { ...asked, metadata: { prompt_dispatch_pending: pending } });
    expect(await isListed(asked.pendingId)).toBe(false);
  },
);

test("D4: a turn without metadata is no reservation", async () => {
  const asked = await insertAskedTask(server.app.db);
  await server.app.db.execute(sql`
    INSERT INTO task_session_turns (id, task_session_id, metadata) VALUES (${newId()}, ${asked.sessionId}, NULL)`);
  expect(await isListed(asked.pendingId)).toBe(false);
});

test("D4: a reservation that is dispatched at last supersedes, one that is given up does not", async () => {
  const asked = await insertAskedTask(server.app.db);
  const reserved = await insertTurn(server.app.db, { ...asked, metadata: { prompt_dispatch_pending: true } });
  const setPending = (metadata: string) =>
    server.app.db.execute(
      sql`UPDATE task_session_turns SET metadata = ${metadata}::jsonb WHERE id = ${reserved}`,
    );
  await setPending("{}");
  expect(await isListed(asked.pendingId)).toBe(false);
  await setPending('{"prompt_dispatch_pending": "1"}');
  expect(await isListed(asked.pendingId)).toBe(true);
});
