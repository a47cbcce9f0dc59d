import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { resolveBundle } from "@/lib/clarification/resolve-bundle";
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
import { getTask } from "./get-task";
import { listTasks } from "./list-tasks";

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

afterEach(quiet(() => server));

/** Both pending actions of a task as JSON has them, from the list and from the task alone. */
async function actionsOf(taskId: string): Promise<unknown> {
  const ctx = contextFor(server.app);
  const { tasks } = await listTasks(ctx, { limit: 200 });
  const listed: unknown = JSON.parse(JSON.stringify(tasks.find((task) => task.id === taskId)));
  expect(JSON.parse(JSON.stringify(await getTask(ctx, { taskId })))).toEqual(listed);
  const { task_pending_action, primary_session_pending_action } = listed as Record<string, unknown>;
  return [task_pending_action, primary_session_pending_action];
}

/** A session of the task with an open turn, as many minutes after the first. */
async function addSession(taskId: string, minute: number, state = "running") {
  const sessionId = await insertSession(server.app.db, { taskId, state });
  await server.app.db.execute(sql`
    UPDATE task_sessions SET created_at = timestamptz '2024-01-01T00:00:00Z' + make_interval(mins => ${minute}) WHERE id = ${sessionId}`);
  return { sessionId, turnId: await insertTurn(server.app.db, { sessionId }) };
}

const addPermission = (
  place: { sessionId: string; turnId: string },
  metadata: Record<string, unknown> = {},
) =>
  insertMessage(server.app.db, {
    ...place,
    type: "permission_request",
    metadata: { request_id: "r", pending_id: place.turnId, ...metadata },
  });

test("T2: a task that waits for nothing has both keys, and both are null", async () => {
  const taskId = await insertTask(server.app.db);
  expect(await actionsOf(taskId)).toEqual([null, null]);
  await addSession(taskId, 0);
  expect(await actionsOf(taskId)).toEqual([null, null]);
});

test("T1, T2: a task with an active question waits for clarification, until it is answered", async () => {
  const { taskId, pendingId } = await insertAskedTask(server.app.db);
  expect(await actionsOf(taskId)).toEqual(["clarification", "clarification"]);
  await resolveBundle(contextFor(server.app), { pendingId, outcome: choosesA });
  expect(await actionsOf(taskId)).toEqual([null, null]);
});

test("T1: a permission comes before a clarification, and only the newest of the current turn counts", async () => {
  const asked = await insertAskedTask(server.app.db);
  const permission = await addPermission(asked);
  expect(await actionsOf(asked.taskId)).toEqual(["permission", "permission"]);
  const setStatus = (status: string) =>
    server.app.db.execute(sql`
      UPDATE task_session_messages SET metadata = metadata || jsonb_build_object('status', ${status}::text) WHERE id = ${permission}`);
  await setStatus("approved");
  expect(await actionsOf(asked.taskId)).toEqual(["clarification", "clarification"]);
  await setStatus("pending");
  await addPermission(asked, { status: "rejected" });
  expect(await actionsOf(asked.taskId)).toEqual(["clarification", "clarification"]);
  await addPermission(asked);
  await insertTurn(server.app.db, asked);
  expect(await actionsOf(asked.taskId)).toEqual([null, null]);
});

test("T1: the primary session is the oldest that has not ended, else the newest", async () => {
  const taskId = await insertTask(server.app.db);
  const ended = await addSession(taskId, 0, "completed");
  await insertBundle(server.app.db, ended);
  const oldest = await addSession(taskId, 1);
  const newest = await addSession(taskId, 2);
  await insertBundle(server.app.db, newest);
  expect(await actionsOf(taskId)).toEqual(["clarification", null]);
  await addPermission(oldest);
  expect(await actionsOf(taskId)).toEqual(["permission", "permission"]);
  await server.app.db.execute(sql`UPDATE task_sessions SET state = 'failed' WHERE id = ${oldest.sessionId}`);
  expect(await actionsOf(taskId)).toEqual(["clarification", "clarification"]);
  await server.app.db.execute(sql`UPDATE task_sessions SET state = 'failed' WHERE task_id = ${taskId}`);
  expect(await actionsOf(taskId)).toEqual([null, null]);
});

test("T1: a person's list has the tasks they may see, newest first, and counts those", async () => {
  const [me, other] = [await insertUser(server.app.db), await insertUser(server.app.db)];
  const mine = await insertWorkspace(server.app.db, { ownerId: me.id });
  const theirs = await insertWorkspace(server.app.db, { ownerId: other.id });
  const [first, foreign, second] = [
    await insertAskedTask(server.app.db, { workspaceId: mine }),
    await insertAskedTask(server.app.db, { workspaceId: theirs }),
    await insertAskedTask(server.app.db, { workspaceId: mine }),
  ];
  const ctx = contextFor(server.app, {
    kind: "user",
    userId: me.id,
    role: "admin",
    via: "browser",
    credentialId: "none",
  });
  const page = await listTasks(ctx, { workspaceId: mine });
  expect(page.tasks.map((task) => [task.id, task.task_pending_action])).toEqual([
    [second.taskId, "clarification"],
    [first.taskId, "clarification"],
  ]);
  expect(page.total).toBe(2);
  expect(await listTasks(ctx, { workspaceId: theirs })).toEqual({ tasks: [], total: 0, next_cursor: "" });
  await expect(getTask(ctx, { taskId: foreign.taskId })).rejects.toMatchObject({ code: "not_found" });
});
