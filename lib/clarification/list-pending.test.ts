import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { choosesA, oneQuestion, pick, answered } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import {
  insertAskedTask,
  insertBundle,
  insertMessage,
  insertSession,
  insertTurn,
} from "@/lib/testing/factories";
import type { BundleView } from "@/lib/views";
import { ask } from "./ask";
import { listPending } from "./list-pending";
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

const list = (input = {}, on = server) => listPending(contextFor(on.app), input);

async function listOne(): Promise<BundleView> {
  const { bundles } = await list();
  expect(bundles).toHaveLength(1);
  const [bundle] = bundles;
  if (bundle === undefined) throw new Error("nothing is listed");
  return bundle;
}

test("L1, L2: every active bundle is listed, also several of one session, and none twice", async () => {
  const one = await insertAskedTask(server.app.db);
  const second = await insertBundle(server.app.db, {
    ...one,
    pendingId: `second-${one.pendingId}`,
    questions: [{}, {}],
  });
  const other = await insertAskedTask(server.app.db);
  const { bundles } = await list();
  expect(bundles.map((bundle) => bundle.pending_id).sort()).toEqual(
    [one.pendingId, second, other.pendingId].sort(),
  );
});

test("L2: after the server that asked was killed, another lists and answers the same bundles", async () => {
  const dying = await createTestApp(database.address);
  const sessionId = await insertSession(server.app.db);
  const asked = await ask(contextFor(dying.app), { sessionId, questions: oneQuestion(), context: "c" });
  const before = await list({}, dying);
  await dying.vanish();
  const restarted = await createTestApp(database.address);
  const after = await list({}, restarted);
  expect(after.bundles.map(({ age_seconds: _age, ...bundle }) => bundle)).toEqual(
    before.bundles.map(({ age_seconds: _age, ...bundle }) => bundle),
  );
  expect(await resolveBundle(contextFor(restarted.app), { ...asked, outcome: choosesA })).toMatchObject({
    claimed: true,
  });
  expect(await list({}, restarted)).toEqual({ bundles: [], count: 0, next_cursor: "" });
  await restarted.close();
});

test("L3, L4, L11: an asked question is listed with exactly these fields and the ids that the answer takes", async () => {
  const sessionId = await insertSession(server.app.db);
  const { pendingId } = await ask(contextFor(server.app), {
    sessionId,
    context: "Release 2",
    questions: [
      ...oneQuestion("Ship it?"),
      {
        title: "Window",
        prompt: "When?",
        options: [
          { label: "Now", description: "" },
          { label: "Later", description: "d" },
        ],
      },
    ],
  });
  const page = await list();
  const [row] = await server.app.db.execute<{ created_at: string; task_id: string }>(sql`
    SELECT to_char(min(m.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at, min(s.task_id) AS task_id
    FROM task_session_messages m JOIN task_sessions s ON s.id = m.task_session_id WHERE m.pending_id = ${pendingId}`);
  expect(JSON.parse(JSON.stringify(page))).toEqual({
    bundles: [
      {
        pending_id: pendingId,
        task_id: row?.task_id,
        session_id: sessionId,
        created_at: row?.created_at,
        age_seconds: expect.any(Number) as unknown,
        context: "Release 2",
        questions: [
          {
            question_id: "q1",
            title: "",
            prompt: "Ship it?",
            status: "pending",
            options: oneQuestion()[0]?.options,
          },
          {
            question_id: "q2",
            title: "Window",
            prompt: "When?",
            status: "pending",
            options: [
              { option_id: "q2_opt1", label: "Now", description: "" },
              { option_id: "q2_opt2", label: "Later", description: "d" },
            ],
          },
        ],
      },
    ],
    count: 1,
    next_cursor: "",
  });
  const outcome = answered(pick("q1", ["b"]), pick("q2", ["q2_opt1", "q2_opt2"]));
  expect(await resolveBundle(contextFor(server.app), { pendingId, outcome })).toMatchObject({
    claimed: true,
  });
});

const DAMAGED = [
  { question: undefined, context: undefined },
  { question: null, context: null },
  { question: 5, context: 5 },
  { question: "Which?", context: ["c"] },
  { question: [], context: {} },
  { question: { title: null, prompt: 7, options: "x" }, context: false },
  { question: { options: [null, "a", 3, [], {}, { option_id: 5, label: null, description: [] }] } },
] as const;

test.each(DAMAGED)(
  "L4a, L15: damaged metadata (%j) is listed with every key, '' for text and [] for lists",
  async (damaged) => {
    await insertAskedTask(server.app.db, { questions: [{ ...damaged }] });
    const bundle = await listOne();
    expect(Object.keys(bundle).sort()).toEqual([
      "age_seconds",
      "context",
      "created_at",
      "pending_id",
      "questions",
      "session_id",
      "task_id",
    ]);
    expect({ context: bundle.context, questions: bundle.questions }).toEqual({
      context: "",
      questions: [
        {
          question_id: "q1",
          title: "",
          prompt: "",
          status: "pending",
          options:
            "question" in damaged && JSON.stringify(damaged.question)?.includes("option_id")
              ? [
                  { option_id: "", label: "", description: "" },
                  { option_id: "", label: "", description: "" },
                ]
              : [],
        },
      ],
    });
    expect(JSON.stringify(bundle)).not.toContain("null");
  },
);

test("L4a: the context is the first of the rows that has one", async () => {
  await insertAskedTask(server.app.db, {
    questions: [{ context: 5 }, { context: "given" }, { context: "later" }],
  });
  expect((await listOne()).context).toBe("given");
});

test("L5, D2: questions are ordered by index, then created_at, then id; a damaged index counts as 0", async () => {
  const { pendingId: _unused, ...asked } = await insertAskedTask(server.app.db, {
    questions: [{ status: "expired" }],
  });
  const [at, later] = ["2024-01-01T00:00:00.000001Z", "2024-01-01T00:00:00.000002Z"];
  const rows: readonly [id: string, index: unknown, createdAt: string][] = [
    ["g", 2, at],
    ["f", 1, later],
    ["e", 0.5, at],
    ["d", null, later],
    ["c", "1", at],
    ["b", undefined, at],
    ["h", 10, at],
    ["a", -1, later],
  ];
  for (const [id, index, createdAt] of rows)
    await insertMessage(server.app.db, {
      ...asked,
      id: `${asked.sessionId}-${id}`,
      createdAt,
      metadata: { pending_id: "ordered", question_id: id, question_index: index },
    });
  expect((await listOne()).questions.map((question) => question.question_id).join("")).toBe("abcdefgh");
});

test("D1: created_at is the earliest of the bundle's rows, settled ones too, and follows them when they change", async () => {
  const asked = await insertAskedTask(server.app.db, { questions: [{}, { status: "answered" }, {}] });
  const setCreated = (questionId: string, at: string) =>
    server.app.db.execute(sql`
    UPDATE task_session_messages SET created_at = ${at} WHERE metadata ->> 'question_id' = ${questionId}`);
  await setCreated("q1", "2024-05-01T10:00:00.5Z");
  await setCreated("q2", "2024-05-01T09:00:00.123456Z");
  await setCreated("q3", "2024-05-01T11:00:00Z");
  expect((await listOne()).created_at).toBe("2024-05-01T09:00:00.123456Z");
  await setCreated("q2", "2024-05-01T12:00:00Z");
  expect((await listOne()).created_at).toBe("2024-05-01T10:00:00.500000Z");
  await server.app.db.execute(sql`DELETE FROM task_session_messages WHERE metadata ->> 'question_id' = 'q1'`);
  expect((await listOne()).created_at).toBe("2024-05-01T11:00:00.000000Z");
  expect((await listOne()).task_id).toBe(asked.taskId);
});

test("L6: bundles come oldest first, to the microsecond, and those of one instant by pending_id", async () => {
  const times = {
    late: "2024-01-01T00:00:00.000003Z",
    "same-b": "2024-01-01T00:00:00.000002Z",
    "same-a": "2024-01-01T01:00:00.000002+01:00",
    early: "2024-01-01T00:00:00.000001Z",
  };
  for (const [pendingId, createdAt] of Object.entries(times)) {
    const { sessionId, turnId } = await insertAskedTask(server.app.db, {
      questions: [{ status: "expired" }],
    });
    await insertBundle(server.app.db, { sessionId, turnId, pendingId, createdAt });
  }
  expect((await list()).bundles.map((bundle) => bundle.pending_id)).toEqual([
    "early",
    "same-a",
    "same-b",
    "late",
  ]);
});

test("D7: the age is whole seconds by the server's clock and never negative", async () => {
  await insertAskedTask(server.app.db, { createdAt: "2999-01-01T00:00:00Z" });
  expect(await listOne()).toMatchObject({ age_seconds: 0, created_at: "2999-01-01T00:00:00.000000Z" });
  await server.app.db.execute(sql`
    UPDATE task_session_messages SET created_at = now() - interval '90.7 seconds'`);
  const { age_seconds: age } = await listOne();
  expect(Number.isInteger(age)).toBe(true);
  expect(age).toBeGreaterThanOrEqual(90);
  expect(age).toBeLessThan(100);
});

test("L11, L11a: an empty result is no error, and there is no total", async () => {
  expect(await list()).toEqual({ bundles: [], count: 0, next_cursor: "" });
  await insertAskedTask(server.app.db);
  await insertAskedTask(server.app.db);
  const page = await list({ limit: 1 });
  expect(Object.keys(page).sort()).toEqual(["bundles", "count", "next_cursor"]);
  expect(page.count).toBe(1);
});

test("L12: a mixed bundle is listed while a row is pending, with each question's own status, and then finished", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, {
    questions: [{ status: "answered", response: { question_id: "q1", selected_options: ["a"] } }, {}],
  });
  expect((await listOne()).questions.map((question) => question.status)).toEqual(["answered", "pending"]);
  await resolveBundle(contextFor(server.app), {
    pendingId,
    outcome: answered(pick("q1"), pick("q2", ["b"])),
  });
  expect((await list()).bundles).toEqual([]);
});

test("L2: rows appear, move and vanish in the list as plain SQL writes them", async () => {
  const asked = await insertAskedTask(server.app.db);
  const sessionId = await insertSession(server.app.db, { taskId: asked.taskId });
  const turnId = await insertTurn(server.app.db, { sessionId });
  const move = (session: string, turn: string) =>
    server.app.db.execute(sql`
    UPDATE task_session_messages SET task_session_id = ${session}, turn_id = ${turn} WHERE pending_id = ${asked.pendingId}`);
  await move(sessionId, turnId);
  expect((await listOne()).session_id).toBe(sessionId);
  await move(sessionId, asked.turnId);
  expect((await list()).bundles).toEqual([]);
  await move(asked.sessionId, asked.turnId);
  expect((await listOne()).session_id).toBe(asked.sessionId);
  await server.app.db.execute(sql`DELETE FROM task_sessions WHERE id = ${asked.sessionId}`);
  expect((await list()).bundles).toEqual([]);
});
