import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ask } from "@/lib/clarification/ask";
import { deleteTask } from "@/lib/tasks/delete-task";
import { agentContext, contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { oneQuestion, quiet } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertSession, insertTurn } from "@/lib/testing/factories";
import { createWorkspace } from "@/lib/workspaces/create-workspace";
import { createTask } from "./create-task";
import { getTask } from "./get-task";
import { type ListTasks, listTasks } from "./list-tasks";
import { updateTask } from "./update-task";

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

const ctx = () => contextFor(server.app);

test("an archived task leaves the lists, keeps everything, and comes back", async () => {
  const task = await createTask(ctx(), { title: "Away" });
  const away = await updateTask(ctx(), { taskId: task.id, archived: true });
  expect(away.archived_at).not.toBeNull();
  const ids = async (input: ListTasks) =>
    (await listTasks(ctx(), { ...input, limit: 200 })).tasks.map(({ id }) => id);
  expect(await ids({})).not.toContain(task.id);
  expect(await ids({ includeArchived: true })).toContain(task.id);
  expect(await getTask(ctx(), { taskId: task.id })).toMatchObject({
    title: "Away",
    archived_at: away.archived_at,
  });
  expect((await updateTask(ctx(), { taskId: task.id, archived: false })).archived_at).toBeNull();
  expect(await ids({})).toContain(task.id);
});

test("a task that is deleted takes its sessions and their questions along, tells a blocked agent, and leaves its sub-tasks", async () => {
  const parent = await createTask(ctx(), { title: "Parent" });
  const child = await createTask(ctx(), { title: "Child", parent_id: parent.id, autopilot: true });
  expect(child).toMatchObject({ parent_id: parent.id, autopilot: true, workspace_id: parent.workspace_id });
  const sessionId = await insertSession(server.app.db, { taskId: parent.id });
  await insertTurn(server.app.db, { sessionId });
  const stop = new AbortController();
  const asked = await ask(
    agentContext(server.app, sessionId),
    { sessionId, questions: oneQuestion(), context: "" },
    { signal: stop.signal, waitSeconds: 60 },
  );
  await deleteTask(ctx(), { taskId: parent.id });
  expect(asked.kind === "open" && (await asked.result)).toEqual({ kind: "none", code: "session_ended" });
  await expect(getTask(ctx(), { taskId: parent.id })).rejects.toMatchObject({ code: "not_found" });
  const left = await server.app.db.execute(sql`
    SELECT id FROM task_sessions WHERE task_id = ${parent.id} UNION ALL
    SELECT id FROM task_session_messages WHERE task_session_id = ${sessionId}`);
  expect([...left]).toEqual([]);
  expect(await getTask(ctx(), { taskId: child.id })).toMatchObject({ parent_id: "", autopilot: false });
  await expect(deleteTask(ctx(), { taskId: parent.id })).rejects.toMatchObject({ code: "not_found" });
});

test("autopilot needs a parent, a parent must exist, and its workspace is the sub-task's", async () => {
  const parent = await createTask(ctx(), { title: "Parent" });
  const other = await createWorkspace(ctx(), { name: "Other" });
  for (const [input, code] of [
    [{ autopilot: true }, "validation_error"],
    [{ parent_id: "none" }, "not_found"],
    [{ parent_id: parent.id, workspace_id: other.id }, "validation_error"],
  ] as const)
    await expect(createTask(ctx(), { title: "Child", ...input })).rejects.toMatchObject({ code });
});
