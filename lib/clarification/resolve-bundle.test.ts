import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { App } from "@/lib/app";
import type { Actor } from "@/lib/auth/actor";
import { endSession } from "@/lib/sessions/end-session";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { answered, choosesA, listen, pick, rejected, snapshot } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import {
  insertAskedTask,
  insertBundle,
  insertSession,
  insertTurn,
  insertUser,
  insertWorkspace,
} from "@/lib/testing/factories";
import { startTurn } from "@/lib/turns/start-turn";
import { cancelBundle } from "./cancel-bundle";
import type { Outcome } from "./outcome";
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

afterEach(() => expect(server.logged).toEqual([]));

const resolve = (pendingId: string, outcome: Outcome = choosesA, actor?: Actor) =>
  resolveBundle(contextFor(server.app, actor), { pendingId, outcome });

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "no error",
    (error: unknown) => error,
  );

test("R2, N4: a loser is told what the winner decided, changes no row and publishes nothing", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, { questions: [{}, {}] });
  const winner = await resolve(pendingId, answered(pick("q1", ["b"], " why "), pick("q2")));
  const before = await snapshot(server.app.db, pendingId);
  const listener = listen(server.app);
  await listener.sync();
  const heard = listener.hints.length;

  const loser = await resolve(pendingId, answered(pick("q1", ["a"]), pick("q2", ["a"])));
  expect(loser).toEqual({ ...winner, claimed: false });
  expect(await resolve(pendingId, rejected("no"))).toEqual({ ...winner, claimed: false });
  await listener.sync();
  listener.stop();
  expect(listener.hints.length).toBe(heard);
  expect(await snapshot(server.app.db, pendingId)).toEqual(before);
});

test("R2, N4a: a bundle that is not active and that nobody resolved is a not_active error, told from a lost race", async () => {
  const ctx = contextFor(server.app);
  const superseded = await insertAskedTask(server.app.db);
  await startTurn(ctx, superseded);
  const ended = await insertAskedTask(server.app.db);
  await endSession(ctx, { ...ended, state: "completed" });
  const terminal = await insertAskedTask(server.app.db);
  await server.app.db.execute(
    sql`UPDATE task_sessions SET state = 'failed' WHERE id = ${terminal.sessionId}`,
  );
  const cancelled = await insertAskedTask(server.app.db);
  await server.app.db.execute(sql`
    INSERT INTO clarification_origins VALUES (${cancelled.pendingId}, ${cancelled.sessionId}, ${server.app.serverId})`);
  await cancelBundle(ctx, cancelled);
  for (const { pendingId } of [superseded, ended, terminal, cancelled]) {
    const before = await snapshot(server.app.db, pendingId);
    for (const outcome of [choosesA, rejected()])
      expect(await refusal(resolve(pendingId, outcome))).toMatchObject({
        code: "not_active",
        message: "clarification request is no longer active",
      });
    expect(await snapshot(server.app.db, pendingId)).toEqual(before);
  }
});

test("R2: a bundle that was answered and then superseded still tells the winner", async () => {
  const asked = await insertAskedTask(server.app.db);
  const winner = await resolve(asked.pendingId);
  await startTurn(contextFor(server.app), asked);
  expect(await resolve(asked.pendingId, rejected())).toEqual({ ...winner, claimed: false });
});

/** The app with a look at its transactions: `afterClaim` runs between the claim and whatever follows. */
function watch(app: App, afterClaim: () => Promise<unknown>): { app: App; counts: Record<string, number> } {
  const counts: Record<string, number> = { transaction: 0, execute: 0 };
  const db = new Proxy(app.db, {
    get(target, key) {
      if (key === "transaction") {
        const transaction: typeof app.db.transaction = async (work) => {
          counts.transaction = (counts.transaction ?? 0) + 1;
          const result = await target.transaction(work);
          await afterClaim();
          return result;
        };
        return transaction;
      }
      if (key === "execute") counts.execute = (counts.execute ?? 0) + 1;
      const member: unknown = Reflect.get(target, key);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
  return { app: { ...app, db }, counts };
}

test("R2a: the loser's one re-read decides, also when a winner appears after its failed claim", async () => {
  const asked = await insertAskedTask(server.app.db);
  await insertTurn(server.app.db, asked);
  const { app, counts } = watch(server.app, () =>
    server.app.db.execute(sql`
      UPDATE task_session_messages SET metadata = metadata || '{"status": "rejected"}' WHERE pending_id = ${asked.pendingId}`),
  );
  const loser = await resolveBundle(contextFor(app), { pendingId: asked.pendingId, outcome: choosesA });
  expect(loser).toMatchObject({ claimed: false, status: "rejected" });
  expect(counts).toEqual({ transaction: 1, execute: 2 }); // one claim; the first read and the re-read
});

test("R2a: neither the claim nor the re-read is retried when the winner was rolled back in between", async () => {
  const { pendingId } = await insertAskedTask(server.app.db);
  await resolve(pendingId);
  const { app, counts } = watch(server.app, () =>
    server.app.db.execute(sql`
      UPDATE task_session_messages SET metadata = metadata || '{"status": "pending"}' WHERE pending_id = ${pendingId}`),
  );
  const failure = await refusal(resolveBundle(contextFor(app), { pendingId, outcome: choosesA }));
  expect(failure).toMatchObject({ code: "not_active" });
  expect(counts).toEqual({ transaction: 1, execute: 2 });
});

test("R2b: a replayed rejection has no answers and no reason; the winner had the reason", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, { questions: [{}, {}] });
  const winner = await resolve(pendingId, rejected("  not now "));
  expect(winner).toMatchObject({
    claimed: true,
    status: "rejected",
    response: { answers: [], rejected: true, reject_reason: "not now" },
  });
  const loser = await resolve(pendingId, answered(pick("q1", ["a"]), pick("q2", ["b"])));
  expect(loser).toEqual({ ...winner, claimed: false, response: { ...winner.response, reject_reason: "" } });
});

test("R2b, D2: a replay gives the winner's answers in question order, not in the order of rows or of the loser", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, {
    questions: [
      { question_id: "late", question_index: 2 },
      { question_id: "early", question_index: 0 },
      { question_id: "middle", question_index: 1 },
    ],
  });
  await resolve(pendingId, answered(pick("middle", ["a"]), pick("late", ["b"]), pick("early", [], "x")));
  const loser = await resolve(pendingId, answered(pick("late"), pick("middle"), pick("early")));
  expect(loser.response.answers).toEqual([
    { question_id: "early", selected_options: [], custom_text: "x" },
    { question_id: "middle", selected_options: ["a"], custom_text: "" },
    { question_id: "late", selected_options: ["b"], custom_text: "" },
  ]);
});

test("R2b: of a legacy mixed bundle the first resolved row in D2 order gives the status, each stored response an answer", async () => {
  const { sessionId } = await insertAskedTask(server.app.db);
  const turnId = await insertTurn(server.app.db, { sessionId });
  const pendingId = await insertBundle(server.app.db, {
    sessionId,
    turnId,
    questions: [
      { status: "expired" },
      { status: "rejected" },
      { status: "answered", response: { question_id: "other", custom_text: "kept" } },
      { status: "answered", response: "damaged" },
    ],
  });
  const loser = await resolve(pendingId, rejected());
  expect(loser).toMatchObject({
    claimed: false,
    status: "rejected",
    response: {
      rejected: true,
      reject_reason: "",
      answers: [{ question_id: "q3", selected_options: [], custom_text: "kept" }],
    },
  });
});

test("R2c: a malformed submission gets the same error from a resolved bundle as from an active one", async () => {
  const active = await insertAskedTask(server.app.db);
  const resolved = await insertAskedTask(server.app.db);
  const superseded = await insertAskedTask(server.app.db);
  await resolve(resolved.pendingId);
  await startTurn(contextFor(server.app), superseded);
  const malformed = [
    answered(),
    answered(pick("q1", ["nope"])),
    answered(pick("q9")),
    answered(pick("q1", [], "x".repeat(2001))),
    { ...choosesA, rejected: true },
    rejected("x".repeat(2001)),
  ];
  for (const outcome of malformed) {
    const expected = await refusal(resolve(active.pendingId, outcome));
    expect(expected).toMatchObject({ code: "validation_error" });
    expect(await refusal(resolve(resolved.pendingId, outcome))).toEqual(expected);
    expect(await refusal(resolve(superseded.pendingId, outcome))).toEqual(expected);
  }
});

test("N3: the winner gets the recorded status and its answer in normal form", async () => {
  const { pendingId } = await insertAskedTask(server.app.db);
  const won = await resolve(pendingId, answered(pick("q1", ["b", "a", "b"], "\u00a0text\n")));
  expect(won).toEqual({
    claimed: true,
    status: "answered",
    response: {
      pending_id: pendingId,
      answers: [{ question_id: "q1", selected_options: ["a", "b"], custom_text: "text" }],
      rejected: false,
      reject_reason: "",
      responded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as unknown,
    },
  });
});

const keysOf = (value: unknown): string[] =>
  Object.keys(typeof value === "object" && value !== null ? value : {}).sort();

const wire = (value: unknown): { response: Record<string, unknown> & { answers: unknown[] } } =>
  JSON.parse(JSON.stringify(value)) as ReturnType<typeof wire>;

test("R12: every outcome carries every key of the response and of each entry, for winner and loser", async () => {
  const RESPONSE = ["answers", "pending_id", "reject_reason", "rejected", "responded_at"];
  const ENTRY = ["custom_text", "question_id", "selected_options"];
  for (const outcome of [answered(pick("q1")), rejected(), rejected("why"), choosesA]) {
    const { pendingId } = await insertAskedTask(server.app.db);
    for (const result of [await resolve(pendingId, outcome), await resolve(pendingId, choosesA)]) {
      const { response } = wire(result);
      expect(keysOf(response)).toEqual(RESPONSE);
      expect(response.rejected).toBe(outcome.rejected);
      expect(response.answers).toHaveLength(outcome.rejected ? 0 : 1);
      for (const entry of response.answers) expect(keysOf(entry)).toEqual(ENTRY);
      expect(JSON.stringify(response)).not.toContain("null");
    }
  }
});

test("N5: a foreign bundle, a missing one and one without a task are the same not_found to a person", async () => {
  const owner = await insertUser(server.app.db);
  const stranger = await insertUser(server.app.db, "admin");
  const workspaceId = await insertWorkspace(server.app.db, { ownerId: owner.id });
  const asked = await insertAskedTask(server.app.db, { workspaceId });
  const sessionId = await insertSession(server.app.db, { taskId: "" });
  const homeless = await insertBundle(server.app.db, {
    sessionId,
    turnId: await insertTurn(server.app.db, { sessionId }),
  });
  const actor = {
    kind: "user",
    userId: stranger.id,
    role: "admin",
    via: "personal_access_token",
    credentialId: "none",
  } as const;
  const before = await snapshot(server.app.db, asked.pendingId);
  const missing = await refusal(resolve("made-up", choosesA, actor));
  expect(missing).toMatchObject({ code: "not_found", message: "clarification request not found" });
  for (const pendingId of [asked.pendingId, homeless, "", "x".repeat(10_000)])
    for (const outcome of [choosesA, answered(), rejected()])
      expect(await refusal(resolve(pendingId, outcome, actor))).toEqual(missing);
  expect(await snapshot(server.app.db, asked.pendingId)).toEqual(before);
  expect(await resolve(asked.pendingId, choosesA, { ...actor, userId: owner.id })).toMatchObject({
    claimed: true,
  });
});
