import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { choosesA } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import {
  insertAskedTask,
  insertBundle,
  insertSession,
  insertTurn,
  insertUser,
  insertWorkspace,
} from "@/lib/testing/factories";
import { type ListPending, listPending } from "./list-pending";
import { resolveBundle } from "./resolve-bundle";

let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
});

beforeEach(() => server.app.db.execute(sql`DELETE FROM task_sessions`));

afterAll(async () => {
  await server.close();
  await database.drop();
});

afterEach(() => expect(server.logged).toEqual([]));

const list = (input: ListPending = {}) => listPending(contextFor(server.app), input);

/** Every page until there is none, as their ids. */
async function readPages(
  input: ListPending,
  limitOf: () => number,
  ctx = contextFor(server.app),
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor = "";
  do {
    const limit = limitOf();
    const page = await listPending(ctx, { ...input, cursor, limit });
    expect(page.count).toBe(page.bundles.length);
    if (page.next_cursor !== "") expect(page.count).toBe(limit);
    pages.push(page.bundles.map((bundle) => bundle.pending_id));
    cursor = page.next_cursor;
  } while (cursor !== "");
  return pages;
}

/** Active bundles with these ids and times. */
async function writeBundles(
  bundles: readonly (readonly [pendingId: string, createdAt: string])[],
): Promise<void> {
  const sessionId = await insertSession(server.app.db);
  const turnId = await insertTurn(server.app.db, { sessionId });
  for (const [pendingId, createdAt] of bundles)
    await insertBundle(server.app.db, { sessionId, turnId, pendingId, createdAt });
}

const at = (microseconds: number) => `2024-03-01T00:00:00.${String(microseconds).padStart(6, "0")}Z`;

test("L9, L6: the pages of any sizes put together are the whole list, with equal times and times a microsecond apart", async () => {
  const keys = fc.uniqueArray(
    fc.tuple(
      fc.oneof(fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom(..."aB1|-_ é🦜") }), fc.uuid()),
      fc.integer({ min: 0, max: 3 }),
    ),
    { minLength: 1, maxLength: 14, selector: ([pendingId]) => pendingId },
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 20 });
  const complete = fc.asyncProperty(keys, sizes, async (bundles, limits) => {
    await server.app.db.execute(sql`DELETE FROM task_sessions`);
    await writeBundles(bundles.map(([pendingId, microseconds]) => [pendingId, at(microseconds)]));
    const whole = (await list({ limit: 200 })).bundles.map((bundle) => bundle.pending_id);
    expect([...whole].sort()).toEqual(bundles.map(([pendingId]) => pendingId).sort());
    let page = 0;
    const pages = await readPages({}, () => limits[page++ % limits.length] ?? 1);
    expect(pages.flat()).toEqual(whole);
  });
  await fc.assert(complete, { numRuns: 40 });
});

test("L10: the limit is 50 by default and below 1, 200 at most, and counts returned bundles", async () => {
  const sessionId = await insertSession(server.app.db);
  const turnId = await insertTurn(server.app.db, { sessionId });
  await server.app.db.execute(sql`
    INSERT INTO task_session_messages (id, task_session_id, turn_id, type, metadata)
    SELECT 'm' || n, ${sessionId}, ${turnId}, 'clarification_request', jsonb_build_object('pending_id', 'p' || n, 'question_id', 'q1')
    FROM generate_series(1, 230) n`);
  const counts = new Map<number | undefined, number>([
    [undefined, 50],
    [0, 50],
    [-3, 50],
    [0.9, 50],
    [1, 1],
    [1.9, 1],
    [49, 49],
    [199, 199],
    [200, 200],
    [201, 200],
    [1e9, 200],
  ]);
  for (const [limit, count] of counts) {
    const page = await list({ limit });
    expect({ limit, count: page.count, more: page.next_cursor !== "" }).toEqual({ limit, count, more: true });
  }
  const last = await list({ limit: 200, cursor: (await list({ limit: 200 })).next_cursor });
  expect({ count: last.count, next_cursor: last.next_cursor }).toEqual({ count: 30, next_cursor: "" });
});

test("L9: a page that ends exactly with the list has no next cursor", async () => {
  await writeBundles([
    ["a", at(1)],
    ["b", at(2)],
  ]);
  expect((await list({ limit: 2 })).next_cursor).toBe("");
  const { next_cursor: cursor } = await list({ limit: 1 });
  expect(await list({ limit: 1, cursor })).toMatchObject({
    count: 1,
    bundles: [{ pending_id: "b" }],
    next_cursor: "",
  });
});

test("L1a: with more matching bundles than the limit in two workspaces, between many foreign ones, every page is full", async () => {
  const [me, other] = [await insertUser(server.app.db), await insertUser(server.app.db)];
  const mine = [
    await insertWorkspace(server.app.db, { ownerId: me.id }),
    await insertWorkspace(server.app.db, { ownerId: me.id }),
  ];
  const foreign = await insertWorkspace(server.app.db, { ownerId: other.id });
  const expected: string[] = [];
  for (let index = 0; index < 40; index += 1) {
    const workspaceId = index % 4 === 0 ? (mine[(index / 4) % 2] ?? "") : foreign;
    const asked = await insertAskedTask(server.app.db, { workspaceId, createdAt: at(index) });
    if (workspaceId !== foreign) expected.push(asked.pendingId);
  }
  const ctx = contextFor(server.app, {
    kind: "user",
    userId: me.id,
    role: "member",
    via: "browser",
    credentialId: "none",
  });
  const pages = await readPages({}, () => 3, ctx);
  expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 1]);
  expect(pages.flat()).toEqual(expected);
});

test("L8: created_since keeps what was created then or later, to the microsecond and in any zone", async () => {
  await writeBundles([
    ["before", at(1)],
    ["then", at(2)],
    ["after", at(3)],
  ]);
  const since = async (createdSince: string) =>
    (await list({ createdSince })).bundles.map((bundle) => bundle.pending_id);
  expect(await since(at(2))).toEqual(["then", "after"]);
  expect(await since("2024-03-01T05:30:00.000002+05:30")).toEqual(["then", "after"]);
  expect(await since("2024-02-29T14:00:00.000003-10:00")).toEqual(["after"]);
  expect(await since("2024-03-01t00:00:00z")).toEqual(["before", "then", "after"]);
  expect(await since("2024-03-01T00:00:01Z")).toEqual([]);
  expect(await since("")).toEqual(["before", "then", "after"]);
});

test.each([
  "yesterday",
  "2024-03-01",
  "2024-03-01 00:00:00Z",
  "2024-03-01T00:00:00",
  "2024-02-30T00:00:00Z",
  "2024-13-01T00:00:00Z",
  "2024-03-01T25:00:00Z",
  "2024-03-01T00:00:60Z",
  "1709251200",
  "0000-01-01T00:00:00Z",
  "2024-03-01T00:00:00+24:00",
  " ",
  "now",
  "infinity",
])("L13: created_since %j is an error that names created_since", async (createdSince) => {
  await expect(list({ createdSince })).rejects.toMatchObject({
    code: "validation_error",
    message: expect.stringContaining("created_since") as unknown,
  });
});

test.each([
  "2024-03-01T00:00:00+15:59",
  "2024-03-01T00:00:00-15:59",
  "2024-03-01T00:00:00+23:59",
  "2024-03-01T00:00:00-23:59",
  "2024-03-01T00:00:00.123456789Z",
  "0001-01-01T00:00:00+14:00",
  "9999-12-31T23:59:59-12:00",
])("L8, L13: created_since %j is taken or refused by name, never an internal error", (createdSince) =>
  expectTakenOrRefused(createdSince),
);

test("L13: created_since with a thousand digits is taken or refused by name, never an internal error", () =>
  expectTakenOrRefused(`2024-03-01T00:00:00.${"1".repeat(1000)}Z`));

async function expectTakenOrRefused(createdSince: string): Promise<void> {
  const outcome = await list({ createdSince }).then(
    () => "taken",
    (error: unknown) => error,
  );
  if (outcome !== "taken")
    expect(outcome).toMatchObject({
      code: "validation_error",
      message: expect.stringContaining("created_since") as unknown,
    });
}

const encode = (text: string) => Buffer.from(text).toString("base64url");

test("L13: a cursor that this list did not make is an error that names cursor", async () => {
  await writeBundles([
    ["a", at(1)],
    ["b", at(2)],
  ]);
  const { next_cursor: sound } = await list({ limit: 1 });
  const corrupt = [
    "x",
    "%%%",
    sound.slice(1),
    sound.slice(0, -1),
    `${sound}A`,
    ` ${sound}`,
    `${sound} `,
    sound.replace(/^./, "!"),
    encode("|"),
    encode("|a"),
    encode(`${at(1)}|`),
    encode(at(1)),
    encode("yesterday|a"),
    encode("infinity|a"),
    encode(`${at(1)}|\0`),
    "🦜",
    Buffer.from([0xff, 0xfe, 0x7c, 0x61]).toString("base64url"),
    encode("2024-03-01T00:00:00+23:59|a"),
    "a".repeat(10_000),
  ];
  for (const cursor of corrupt) {
    const outcome = await list({ cursor }).then(
      (page) => ({ accepted: cursor, page }),
      (error: unknown) => error,
    );
    expect(outcome).toMatchObject({
      code: "validation_error",
      message: expect.stringContaining("cursor") as unknown,
    });
  }
  expect(await list({ cursor: sound })).toMatchObject({ bundles: [{ pending_id: "b" }] });
  expect(await list({ cursor: "" })).toMatchObject({ count: 2 });
});

test("L14: cursor and created_since apply together", async () => {
  await writeBundles([
    ["a", at(1)],
    ["b", at(2)],
    ["c", at(3)],
    ["d", at(4)],
  ]);
  const after = async (limit: number, createdSince: string) => {
    const { next_cursor: cursor } = await list({ limit });
    return (await list({ cursor, createdSince })).bundles.map((bundle) => bundle.pending_id);
  };
  expect(await after(1, at(3))).toEqual(["c", "d"]);
  expect(await after(3, at(2))).toEqual(["d"]);
  expect(await after(3, at(5))).toEqual([]);
});

test("D6: what is resolved between two pages vanishes and shifts nothing; what is older than the cursor is not returned to it", async () => {
  await writeBundles([
    ["a", at(10)],
    ["b", at(20)],
    ["c", at(30)],
    ["d", at(40)],
    ["e", at(50)],
  ]);
  const first = await list({ limit: 2 });
  await resolveBundle(contextFor(server.app), { pendingId: "a", outcome: choosesA });
  await resolveBundle(contextFor(server.app), { pendingId: "b", outcome: choosesA });
  await resolveBundle(contextFor(server.app), { pendingId: "d", outcome: choosesA });
  await writeBundles([
    ["0", at(15)],
    ["f", at(60)],
  ]);
  const second = await list({ limit: 2, cursor: first.next_cursor });
  expect(second.bundles.map((bundle) => bundle.pending_id)).toEqual(["c", "e"]);
  const third = await list({ limit: 2, cursor: second.next_cursor });
  expect(third.bundles.map((bundle) => bundle.pending_id)).toEqual(["f"]);
  expect((await list()).bundles.map((bundle) => bundle.pending_id)).toEqual(["0", "c", "e", "f"]);
});
