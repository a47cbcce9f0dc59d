import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { newId } from "@/lib/ids";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { choosesA } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import {
  insertAskedTask,
  insertBundle,
  insertSession,
  insertTask,
  insertTurn,
  insertUser,
  insertWorkspace,
} from "@/lib/testing/factories";
import { type ListPending, listPending } from "./list-pending";
import { resolveBundle } from "./resolve-bundle";

let database: TestDatabase;
let server: TestApp;
let alice: string;
let bob: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
  alice = (await insertUser(server.app.db)).id;
  bob = (await insertUser(server.app.db, "admin")).id;
});

beforeEach(async () => {
  await server.app.db.execute(sql`DELETE FROM task_sessions`);
  await server.app.db.execute(sql`DELETE FROM tasks`);
  await server.app.db.execute(sql`DELETE FROM workspaces`);
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

afterEach(() => expect(server.logged).toEqual([]));

const as = (userId: string, role: "admin" | "member" = "member"): Actor => ({
  kind: "user",
  userId,
  role,
  via: "personal_access_token",
  credentialId: "none",
});
const SINGLE: Actor = { kind: "single-user" };

const listed = async (actor: Actor, input: ListPending = {}): Promise<readonly string[]> => {
  const { bundles } = await listPending(contextFor(server.app, actor), { limit: 200, ...input });
  return bundles.map((bundle) => bundle.pending_id).sort();
};

/** `not_found`, or whatever else the resolution comes to. An empty list of answers changes nothing. */
const accepts = async (actor: Actor, pendingId: string): Promise<boolean> => {
  const outcome = { answers: [], rejected: false, reason: "" };
  const code = await resolveBundle(contextFor(server.app, actor), { pendingId, outcome }).then(
    () => "claimed",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
  expect(["not_found", "validation_error"]).toContain(code);
  return code !== "not_found";
};

const inWorkspace = async (workspaceId: string) =>
  (await insertAskedTask(server.app.db, { workspaceId })).pendingId;

test("L1, L1a: a person sees their own and ownerless workspaces, whatever their role; the single user sees all", async () => {
  const mine = await inWorkspace(await insertWorkspace(server.app.db, { ownerId: alice }));
  const theirs = await inWorkspace(await insertWorkspace(server.app.db, { ownerId: bob }));
  const shared = await inWorkspace(await insertWorkspace(server.app.db, { ownerId: "" }));
  expect(await listed(as(alice))).toEqual([mine, shared].sort());
  expect(await listed(as(bob, "admin"))).toEqual([shared, theirs].sort());
  expect(await listed(as(newId(), "admin"))).toEqual([shared]);
  expect(await listed(SINGLE)).toEqual([mine, shared, theirs].sort());
});

test("L1b, L1c, D5: with no visible workspace at all, tasks without a workspace and with a deleted one are still listed and answerable", async () => {
  const foreign = await inWorkspace(await insertWorkspace(server.app.db, { ownerId: bob }));
  const without = await inWorkspace("");
  const dangling = await inWorkspace("deleted-long-ago");
  const nobody = as(newId());
  expect(await listed(nobody)).toEqual([dangling, without].sort());
  expect(await accepts(nobody, foreign)).toBe(false);
  for (const pendingId of [without, dangling])
    expect(
      await resolveBundle(contextFor(server.app, nobody), { pendingId, outcome: choosesA }),
    ).toMatchObject({ claimed: true });
});

test("L1c: a workspace that is deleted, or given away, changes what a person sees at once", async () => {
  const workspaceId = await insertWorkspace(server.app.db, { ownerId: bob });
  const pendingId = await inWorkspace(workspaceId);
  expect(await listed(as(alice))).toEqual([]);
  await server.app.db.execute(sql`UPDATE workspaces SET owner_id = ${alice} WHERE id = ${workspaceId}`);
  expect([await listed(as(alice)), await listed(as(bob))]).toEqual([[pendingId], []]);
  await server.app.db.execute(sql`DELETE FROM workspaces WHERE id = ${workspaceId}`);
  expect([await listed(as(alice)), await listed(as(bob))]).toEqual([[pendingId], [pendingId]]);
});

/** A bundle whose messages carry `taskId`, in a session of `sessionTaskId`. */
async function insertLegacy(taskId: string, sessionTaskId: string): Promise<string> {
  const sessionId = await insertSession(server.app.db, { taskId: sessionTaskId });
  return insertBundle(server.app.db, {
    sessionId,
    turnId: await insertTurn(server.app.db, { sessionId }),
    taskId,
  });
}

test("M5, L1d: messages without a task belong to the session's task, for listing and for answering", async () => {
  const workspaceId = await insertWorkspace(server.app.db, { ownerId: alice });
  const taskId = await insertTask(server.app.db, { workspaceId });
  const pendingId = await insertLegacy("", taskId);
  for (const actor of [SINGLE, as(alice)])
    expect((await listPending(contextFor(server.app, actor), {})).bundles).toMatchObject([
      { pending_id: pendingId, task_id: taskId },
    ]);
  expect(await listed(as(alice), { workspaceId })).toEqual([pendingId]);
  expect([await listed(as(bob)), await accepts(as(bob), pendingId)]).toEqual([[], false]);
  expect(
    await resolveBundle(contextFor(server.app, as(alice)), { pendingId, outcome: choosesA }),
  ).toMatchObject({ claimed: true });
});

test("M5: where messages name a task it decides, not the session's", async () => {
  const [mine, theirs] = [
    await insertTask(server.app.db, {
      workspaceId: await insertWorkspace(server.app.db, { ownerId: alice }),
    }),
    await insertTask(server.app.db, { workspaceId: await insertWorkspace(server.app.db, { ownerId: bob }) }),
  ];
  const pendingId = await insertLegacy(mine, theirs);
  expect([await listed(as(alice)), await accepts(as(alice), pendingId)]).toEqual([[pendingId], true]);
  expect([await listed(as(bob)), await accepts(as(bob), pendingId)]).toEqual([[], false]);
});

test("M5: one message that names the task is enough for its bundle", async () => {
  const taskId = await insertTask(server.app.db, {
    workspaceId: await insertWorkspace(server.app.db, { ownerId: alice }),
  });
  const pendingId = await insertLegacy("", "");
  await server.app.db.execute(sql`
    INSERT INTO task_session_messages (id, task_session_id, task_id, turn_id, type, metadata)
    SELECT ${newId()}, task_session_id, ${taskId}, turn_id, type, metadata || '{"question_id": "q2", "question_index": 1}'
    FROM task_session_messages WHERE pending_id = ${pendingId}`);
  expect([await listed(as(alice)), await accepts(as(alice), pendingId)]).toEqual([[pendingId], true]);
  expect([await listed(as(bob)), await accepts(as(bob), pendingId)]).toEqual([[], false]);
});

test("M5a: a bundle without any task is listed for nobody, not found for a person, and answerable by the single user", async () => {
  const pendingId = await insertLegacy("", "");
  expect([await listed(SINGLE), await listed(as(alice)), await listed(as(bob))]).toEqual([[], [], []]);
  for (const userId of [alice, bob]) expect(await accepts(as(userId, "admin"), pendingId)).toBe(false);
  expect(await resolveBundle(contextFor(server.app), { pendingId, outcome: choosesA })).toMatchObject({
    claimed: true,
  });
});

test("L7, L7a: workspace_id only narrows; a foreign one looks like an empty one, a deleted one still matches its tasks", async () => {
  const own = await insertWorkspace(server.app.db, { ownerId: alice });
  const empty = await insertWorkspace(server.app.db, { ownerId: alice });
  const foreign = await insertWorkspace(server.app.db, { ownerId: bob });
  const [mine, theirs, dangling, without] = [
    await inWorkspace(own),
    await inWorkspace(foreign),
    await inWorkspace("gone"),
    await inWorkspace(""),
  ];
  const nothing = { bundles: [], count: 0, next_cursor: "" };
  const page = (workspaceId: string) => listPending(contextFor(server.app, as(alice)), { workspaceId });
  for (const workspaceId of [foreign, empty, "made up", own.toUpperCase(), `${own} `])
    expect(await page(workspaceId)).toEqual(nothing);
  expect(await listed(as(alice), { workspaceId: own })).toEqual([mine]);
  expect(await listed(as(alice), { workspaceId: "gone" })).toEqual([dangling]);
  expect(await listed(as(alice), { workspaceId: "" })).toEqual([mine, dangling, without].sort());
  expect(await listed(SINGLE, { workspaceId: foreign })).toEqual([theirs]);
});

test("L1c, N5: a bundle is listed for a person if and only if answering it is not not_found to them", async () => {
  const owner = fc.constantFrom("", alice, bob, "a deleted user");
  const world = fc.record({
    workspaces: fc.array(owner, { maxLength: 4 }),
    bundles: fc.array(
      fc.record({
        /** Of which workspace; -1 none, -2 one that does not exist. */
        messageTask: fc.option(fc.integer({ min: -2, max: 3 })),
        secondTask: fc.option(fc.integer({ min: -2, max: 3 })),
        sessionTask: fc.option(fc.integer({ min: -2, max: 3 })),
        dangling: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  });
  const agree = fc.asyncProperty(world, async ({ workspaces, bundles }) => {
    await server.app.db.execute(sql`DELETE FROM task_sessions`);
    const ids: string[] = [];
    for (const ownerId of workspaces) ids.push(await insertWorkspace(server.app.db, { ownerId }));
    const taskIn = async (index: number | null): Promise<string> => {
      if (index === null) return "";
      const workspaceId = index === -1 ? "" : (ids[index] ?? "deleted");
      return insertTask(server.app.db, { workspaceId });
    };
    const pendingIds: string[] = [];
    for (const bundle of bundles) {
      const taskId = bundle.dangling ? newId() : await taskIn(bundle.messageTask);
      const pendingId = await insertLegacy(taskId, await taskIn(bundle.sessionTask));
      await server.app.db.execute(sql`
        INSERT INTO task_session_messages (id, task_session_id, task_id, turn_id, type, metadata)
        SELECT ${newId()}, task_session_id, ${await taskIn(bundle.secondTask)}, turn_id, type, metadata || '{"question_id": "q2"}'
        FROM task_session_messages WHERE pending_id = ${pendingId}`);
      pendingIds.push(pendingId);
    }
    for (const userId of [alice, bob, newId()]) {
      const seen = await listed(as(userId));
      for (const pendingId of pendingIds)
        expect({ pendingId, listed: seen.includes(pendingId) }).toEqual({
          pendingId,
          listed: await accepts(as(userId), pendingId),
        });
    }
  });
  await fc.assert(agree, { numRuns: 25 });
});
