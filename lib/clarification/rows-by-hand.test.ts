import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { agentContext, contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import {
  answered,
  askAndBlock,
  choosesA,
  oneQuestion,
  patient,
  pick,
  quiet,
  readMetadata,
  rejected,
} from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import {
  insertAskedTask,
  insertBundle,
  insertMessage,
  insertSession,
  insertTurn,
} from "@/lib/testing/factories";
import { ask } from "./ask";
import { listPending } from "./list-pending";
import { resolveBundle } from "./resolve-bundle";

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

const resolve = (pendingId: string, outcome = choosesA) =>
  resolveBundle(contextFor(server.app), { pendingId, outcome });

async function findListed(pendingId: string) {
  const { bundles } = await listPending(contextFor(server.app), { limit: 200 });
  return bundles.find((bundle) => bundle.pending_id === pendingId);
}

const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty"] as const;

test("N6, N8, P1a: names of Object.prototype are ordinary question and option ids, from the ask to the replay", async () => {
  const sessionId = await insertSession(server.app.db);
  await insertTurn(server.app.db, { sessionId });
  const questions = NAMES.map((id) => ({
    id,
    prompt: `${id}?`,
    options: NAMES.map((name) => ({ option_id: name, label: name, description: "" })),
  }));
  const { pendingId, result } = await askAndBlock(server.app, sessionId, questions);
  expect((await findListed(pendingId))?.questions.map((question) => question.question_id)).toEqual(NAMES);
  for (const outcome of [
    answered(...NAMES.slice(1).map((id) => pick(id)), pick("valueOf")),
    answered(...NAMES.map(() => pick("__proto__"))),
  ])
    await expect(resolve(pendingId, outcome)).rejects.toMatchObject({ code: "validation_error" });
  await expect(
    resolve(pendingId, answered(...NAMES.map((id) => pick(id, ["valueOf"])))),
  ).rejects.toMatchObject({
    code: "validation_error",
  });

  const won = await resolve(
    pendingId,
    answered(...NAMES.map((id) => pick(id, ["toString", "__proto__"], `to ${id}`)).reverse()),
  );
  expect(won.response.answers).toEqual(
    NAMES.map((id) => ({
      question_id: id,
      selected_options: ["__proto__", "toString"],
      custom_text: `to ${id}`,
    })),
  );
  expect(await result).toEqual({ kind: "answer", response: won.response });
  expect(await resolve(pendingId, rejected())).toEqual({ ...won, claimed: false });
  for (const row of await readMetadata(server.app.db, pendingId))
    expect(row.response).toEqual({
      question_id: row.question_id,
      selected_options: ["__proto__", "toString"],
      custom_text: `to ${String(row.question_id)}`,
    });
});

test("N6, P1a: a bundle named __proto__ is a bundle like any other", async () => {
  for (const name of NAMES) {
    const { sessionId, turnId } = await insertAskedTask(server.app.db);
    await insertBundle(server.app.db, { sessionId, turnId, pendingId: name });
    expect(await findListed(name)).toMatchObject({ pending_id: name, session_id: sessionId });
    expect(await resolve(name)).toMatchObject({ claimed: true, response: { pending_id: name } });
  }
});

test("D4a: a pending_id that is a number is found by its digits", async () => {
  const { sessionId, turnId } = await insertAskedTask(server.app.db);
  await insertMessage(server.app.db, {
    sessionId,
    turnId,
    metadata: { pending_id: 4711, question_id: "q1" },
  });
  expect(await findListed("4711")).toMatchObject({ pending_id: "4711", questions: [{ question_id: "q1" }] });
  expect(await resolve("4711", answered(pick("q1", [], "yes")))).toMatchObject({ claimed: true });
});

test("D4a: rows without any usable metadata disturb nobody", async () => {
  const { sessionId, turnId } = await insertAskedTask(server.app.db);
  for (const metadata of [
    null,
    5,
    "text",
    [],
    ["pending_id"],
    {},
    { pending_id: null },
    { pending_id: "" },
    { pending_id: {} },
  ])
    await insertMessage(server.app.db, { sessionId, turnId, metadata });
  await server.app.db.execute(sql`
    INSERT INTO task_session_messages (id, task_session_id, turn_id, type) VALUES ('bare', ${sessionId}, ${turnId}, 'clarification_request')`);
  const { bundles } = await listPending(contextFor(server.app), { limit: 200 });
  expect(bundles.filter((bundle) => bundle.session_id === sessionId)).toHaveLength(1);
  const next = await ask(
    agentContext(server.app, sessionId),
    { sessionId, questions: oneQuestion("New?"), context: "" },
    patient(),
  );
  expect(await resolve(next.pendingId)).toMatchObject({ claimed: true });
});

test("L15, N7: two questions that share an id can only be declined, which stays possible", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, {
    questions: [{ question_id: "q" }, { question_id: "q" }],
  });
  expect((await findListed(pendingId))?.questions).toHaveLength(2);
  for (const outcome of [answered(pick("q")), answered(pick("q"), pick("q"))])
    await expect(resolve(pendingId, outcome)).rejects.toMatchObject({ code: "validation_error" });
  expect(await resolve(pendingId, rejected())).toMatchObject({ claimed: true });
});

test("N3a: of options that share an id one answer is kept, in the place of the first", async () => {
  const option = (option_id: string, label: string) => ({ option_id, label, description: "" });
  const { pendingId } = await insertAskedTask(server.app.db, {
    questions: [
      { question: { prompt: "?", options: [option("x", "1"), option("y", "2"), option("x", "3")] } },
    ],
  });
  const { response } = await resolve(pendingId, answered(pick("q1", ["y", "x", "x"])));
  expect(response.answers).toMatchObject([{ selected_options: ["x", "y"] }]);
});

test("L12, R1: a mixed bundle that was declined before is claimed again, by one caller, with the new reason", async () => {
  const asked = await insertAskedTask(server.app.db);
  await resolve(asked.pendingId, rejected("first"));
  await insertMessage(server.app.db, {
    ...asked,
    metadata: { pending_id: asked.pendingId, question_id: "q2", question_index: 1, status: "pending" },
  });
  expect((await findListed(asked.pendingId))?.questions.map((question) => question.status)).toEqual([
    "rejected",
    "pending",
  ]);
  const results = await Promise.all([
    resolve(asked.pendingId, rejected("second")),
    resolve(asked.pendingId, rejected("third")),
  ]);
  expect(results.filter((result) => result.claimed)).toHaveLength(1);
  expect(await findListed(asked.pendingId)).toBeUndefined();
});

test("L2: an id of ten thousand characters, or one that looks like SQL, is only an id", async () => {
  const { sessionId, turnId } = await insertAskedTask(server.app.db);
  const odd = ["x".repeat(10_000), "'; DROP TABLE tasks; --", "%", "_", "\\", "a b", "ä\u0301🦜", "null"];
  for (const pendingId of odd) {
    await expect(resolve(pendingId)).rejects.toMatchObject({ code: "not_found" });
    if (pendingId.length > 2_000) continue; // PostgreSQL's index refuses such a key
    await insertBundle(server.app.db, { sessionId, turnId, pendingId });
    expect(await findListed(pendingId)).toBeDefined();
    expect(await resolve(pendingId)).toMatchObject({ claimed: true });
  }
});

test("A5, L2: deleting a session, or its task, deletes its questions: they are as unknown as any made-up id", async () => {
  const session = await insertAskedTask(server.app.db);
  const task = await insertAskedTask(server.app.db);
  const second = await insertSession(server.app.db, { taskId: task.taskId });
  await server.app.db.execute(sql`DELETE FROM task_sessions WHERE id = ${session.sessionId}`);
  await server.app.db.execute(sql`DELETE FROM tasks WHERE id = ${task.taskId}`);
  expect(await server.app.db.execute(sql`SELECT 1 FROM task_sessions WHERE id = ${second}`)).toHaveLength(0);
  for (const { pendingId } of [session, task]) {
    expect(await findListed(pendingId)).toBeUndefined();
    await expect(resolve(pendingId)).rejects.toMatchObject({
      code: "not_found",
      message: "clarification request not found",
    });
  }
});
