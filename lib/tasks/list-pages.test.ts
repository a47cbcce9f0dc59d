import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "@/db/client";
import { tasks, workflows } from "@/db/schema/workspaces";
import { resolveBundle } from "@/lib/clarification/resolve-bundle";
import type { Context } from "@/lib/context";
import { newId } from "@/lib/ids";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { choosesA, quiet } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import {
  insertAskedTask,
  insertBundle,
  insertMessage,
  insertSession,
  insertTask,
  insertTurn,
  insertUser,
  insertWorkspace,
} from "@/lib/testing/factories";
import { rowsRead } from "@/lib/testing/rows-read";
import { listTaskItems } from "./list-task-items";
import { type ListTasks, listTasks } from "./list-tasks";

let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
});
beforeEach(() => server.app.db.execute(sql`DELETE FROM tasks`));
afterEach(quiet(() => server));
afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Every page until there is none, as ids. Checks that no page is short while more exists, and that all say the same total. */
async function readPages(
  input: ListTasks,
  limitOf: () => number,
  ctx: Context = contextFor(server.app),
): Promise<string[]> {
  const found: string[] = [];
  const totals = new Set<number>();
  let cursor = "";
  do {
    const limit = limitOf();
    const page = await listTasks(ctx, { ...input, cursor, limit });
    if (page.next_cursor !== "") expect(page.tasks).toHaveLength(limit);
    totals.add(page.total);
    found.push(...page.tasks.map((task) => task.id));
    cursor = page.next_cursor;
  } while (cursor !== "");
  expect([...totals]).toEqual([found.length]);
  return found;
}

const at = (microseconds: number) => `2024-03-01T00:00:00.${String(microseconds).padStart(6, "0")}Z`;

const WAITS = [
  "nothing",
  "question",
  "permission",
  "settled question",
  "question of an ended session",
] as const;

async function writeSession(taskId: string, waits: (typeof WAITS)[number]): Promise<void> {
  const { db } = server.app;
  const ended = waits === "question of an ended session";
  const sessionId = await insertSession(db, { taskId, state: ended ? "completed" : "running" });
  const place = { sessionId, turnId: await insertTurn(db, { sessionId }), taskId };
  if (waits === "permission")
    await insertMessage(db, { ...place, type: "permission_request", metadata: { request_id: newId() } });
  else if (waits !== "nothing")
    await insertBundle(db, {
      ...place,
      questions: [waits === "settled question" ? { status: "answered" } : {}],
    });
}

test("T1, T2: pages of any size put together are exactly what matches, newest first, to the microsecond", async () => {
  const { db } = server.app;
  const [me, other] = [await insertUser(db), await insertUser(db)];
  const workspace = {
    mine: await insertWorkspace(db, { ownerId: me.id }),
    theirs: await insertWorkspace(db, { ownerId: other.id }),
    open: await insertWorkspace(db),
  };
  const workflowId = newId();
  await db.insert(workflows).values({ id: workflowId, workspaceId: workspace.mine, name: "Board" });
  const row = fc.record({
    place: fc.constantFrom("mine", "theirs", "open" as const),
    microseconds: fc.integer({ min: 0, max: 3 }),
    archived: fc.boolean(),
    onBoard: fc.boolean(),
    waits: fc.constantFrom(...WAITS),
  });
  const input = fc.record({
    workspace: fc.constantFrom("", "mine", "theirs" as const),
    onBoard: fc.boolean(),
    pendingOnly: fc.boolean(),
    includeArchived: fc.boolean(),
  });
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 10 });
  const complete = fc.asyncProperty(
    fc.array(row, { minLength: 1, maxLength: 10 }),
    input,
    sizes,
    async (rows, asked, limits) => {
      await db.execute(sql`DELETE FROM tasks`);
      const written: {
        id: string;
        place: string;
        microseconds: number;
        archived: boolean;
        onBoard: boolean;
        blocked: boolean;
      }[] = [];
      for (const [index, { place, microseconds, archived, onBoard, waits }] of rows.entries()) {
        const id = `${index % 2 === 0 ? "a" : "Z"}|${newId()}`;
        await db.insert(tasks).values({
          id,
          workspaceId: workspace[place],
          createdAt: at(microseconds),
          archivedAt: archived ? at(5) : null,
          workflowId: onBoard ? workflowId : null,
        });
        await writeSession(id, waits);
        written.push({
          id,
          place,
          microseconds,
          archived,
          onBoard,
          blocked: ["question", "permission"].includes(waits),
        });
      }
      const expected = written
        .filter(
          (task) =>
            task.place !== "theirs" &&
            (asked.workspace === "" || asked.workspace === task.place) &&
            (!asked.onBoard || task.onBoard) &&
            (!asked.pendingOnly || task.blocked) &&
            (asked.includeArchived || !task.archived),
        )
        .map((task) => task.id);
      let page = 0;
      const pages = await readPages(
        {
          workspaceId: asked.workspace === "" ? "" : workspace[asked.workspace],
          workflowId: asked.onBoard ? workflowId : undefined,
          pendingOnly: asked.pendingOnly,
          includeArchived: asked.includeArchived,
        },
        () => limits[page++ % limits.length] ?? 1,
        contextFor(server.app, {
          kind: "user",
          userId: me.id,
          role: "member",
          via: "personal_access_token",
          credentialId: "none",
        }),
      );
      expect([...pages].sort()).toEqual([...expected].sort());
      const times = pages.map((id) => written.find((task) => task.id === id)?.microseconds ?? -1);
      expect(times).toEqual([...times].sort((a, b) => b - a));
    },
  );
  await fc.assert(complete, { numRuns: 40 });
});

test("a limit below 1 is the default of 100, above 200 it is 200; a page that ends with the list has no cursor", async () => {
  await server.app.db.execute(sql`INSERT INTO tasks (id) SELECT 't' || n FROM generate_series(1, 210) n`);
  const ctx = contextFor(server.app);
  for (const [limit, count] of [
    [undefined, 100],
    [0, 100],
    [-1, 100],
    [1.9, 1],
    [200, 200],
    [1e9, 200],
  ] as const)
    expect((await listTasks(ctx, { limit })).tasks).toHaveLength(count);
  const first = await listTasks(ctx, { limit: 200 });
  const rest = await listTasks(ctx, { limit: 10, cursor: first.next_cursor });
  expect([rest.tasks.length, rest.total, rest.next_cursor]).toEqual([10, 210, ""]);
  await expect(listTasks(ctx, { cursor: "x" })).rejects.toMatchObject({ code: "validation_error" });
});

test("T1: the blocked tasks are the ones whose pending action is not null, and are gone once nothing waits", async () => {
  const ctx = contextFor(server.app);
  await insertTask(server.app.db);
  const { taskId, pendingId } = await insertAskedTask(server.app.db);
  const blocked = () => listTasks(ctx, { pendingOnly: true });
  expect(await blocked()).toMatchObject({
    tasks: [{ id: taskId, task_pending_action: "clarification" }],
    total: 1,
  });
  await resolveBundle(ctx, { pendingId, outcome: choosesA });
  expect(await blocked()).toEqual({ tasks: [], total: 0, next_cursor: "" });
});

test.each([
  ["before", false],
  ["once", true],
] as const)(
  "50 blocked tasks are found without reading 10,000 others, %s PostgreSQL has statistics",
  async (_when, analyze) => {
    const many = await createTestDatabase();
    /** On a connection that is closed then: what is read is counted when nobody else is connected. */
    const write = async (work: (connection: ReturnType<typeof connect>) => Promise<unknown>) => {
      const connection = connect(many.address, { max: 1 });
      await work(connection);
      if (analyze) await connection.sql`VACUUM ANALYZE`;
      await connection.sql.end();
    };
    const read = () => rowsRead(many.address, (ctx) => listTasks(ctx, { pendingOnly: true }));
    await write(async ({ db }) => {
      for (let index = 0; index < 50; index += 1) await insertAskedTask(db);
    });
    const few = await read();
    await write(async ({ sql: driver }) => {
      await driver`INSERT INTO tasks (id) SELECT 't' || n FROM generate_series(1, 10000) n`;
      await driver`INSERT INTO task_sessions (id, task_id) SELECT 't' || n, 't' || n FROM generate_series(1, 10000) n`;
    });
    expect(await read()).toBeLessThan(1.2 * few);
    await many.drop();
  },
);

test("the list of the pages has no archived task, and a blocked one however old it is", async () => {
  const { taskId } = await insertAskedTask(server.app.db);
  await server.app.db.execute(sql`UPDATE tasks SET created_at = '2020-01-01' WHERE id = ${taskId}`);
  await server.app.db.execute(sql`INSERT INTO tasks (id) SELECT 't' || n FROM generate_series(1, 20) n`);
  await server.app.db.execute(sql`UPDATE tasks SET archived_at = now() WHERE id = 't20'`);
  const items = await listTaskItems(contextFor(server.app), { limit: 10 });
  expect(items[0]).toMatchObject({ id: taskId, blocked_on: "" });
  expect(items).toHaveLength(10);
  const all = await listTaskItems(contextFor(server.app));
  expect(all.map((item) => item.id)).not.toContain("t20");
});
