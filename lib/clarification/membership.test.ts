import { sql, TransactionRollbackError } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pendingActions } from "@/lib/sessions/pending-actions";
import { endSession } from "@/lib/sessions/end-session";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { choosesA, pick, answered, rejected, snapshot } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import {
  insertAskedTask,
  insertBundle,
  insertMessage,
  insertSession,
  insertTask,
  insertTurn,
} from "@/lib/testing/factories";
import { startTurn } from "@/lib/turns/start-turn";
import { moveOn } from "@/lib/workflows/move-on";
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

afterEach(() => expect(server.logged).toEqual([]));

interface Asked {
  readonly taskId: string;
  readonly sessionId: string;
  readonly pendingId: string;
}

async function listedIds(): Promise<readonly string[]> {
  const { bundles } = await listPending(contextFor(server.app), { limit: 200 });
  return bundles.map((bundle) => bundle.pending_id);
}

/** Whether the workflow guard keeps the task where it is; nothing is changed. */
async function isKept({ taskId, sessionId }: Asked): Promise<boolean> {
  const moved: unknown[] = [];
  const looked = server.app.db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO workspaces (id, name) VALUES ('guard', 'Guard') ON CONFLICT DO NOTHING`);
    await tx.execute(sql`INSERT INTO workflows (id, workspace_id, name) VALUES ('guard', 'guard', 'Guard')`);
    await tx.execute(sql`
      INSERT INTO workflow_steps (id, workflow_id, name, position, on_turn_complete)
      VALUES ('guard-1', 'guard', 'One', 0, 'move_to_next'), ('guard-2', 'guard', 'Two', 1, 'stay')`);
    await tx.execute(
      sql`UPDATE tasks SET workflow_id = 'guard', workflow_step_id = 'guard-1' WHERE id = ${taskId}`,
    );
    moved.push(...(await moveOn(server.app, tx, sessionId, taskId)));
    tx.rollback();
  });
  await expect(looked).rejects.toThrow(TransactionRollbackError);
  return moved.length === 0;
}

/** What list, projection and workflow guard say; all read the one rule, and so does the claim that follows. */
async function seenAsActive({ taskId, sessionId, pendingId }: Asked): Promise<boolean> {
  const listed = (await listedIds()).includes(pendingId);
  const actions = (await pendingActions(server.app.db, [taskId]))(taskId);
  expect({ action: actions.bySession.get(sessionId) }).toEqual({ action: listed ? "clarification" : null });
  expect({ kept: await isKept({ taskId, sessionId, pendingId }) }).toEqual({ kept: listed });
  return listed;
}

async function expectActive(asked: Asked): Promise<void> {
  expect(await seenAsActive(asked)).toBe(true);
  const outcome = await resolveBundle(contextFor(server.app), {
    pendingId: asked.pendingId,
    outcome: choosesA,
  });
  expect(outcome.claimed).toBe(true);
  expect(await seenAsActive(asked)).toBe(false);
}

async function expectInactive(asked: Asked): Promise<void> {
  expect(await seenAsActive(asked)).toBe(false);
  const before = await snapshot(server.app.db, asked.pendingId);
  const outcome = resolveBundle(contextFor(server.app), { pendingId: asked.pendingId, outcome: choosesA });
  await expect(outcome).rejects.toMatchObject({ code: "not_active" });
  expect(await snapshot(server.app.db, asked.pendingId)).toEqual(before);
}

const update = (statement: ReturnType<typeof sql>) => server.app.db.execute(statement);

test.each([
  ["absent", undefined],
  ["null", null],
  ["empty", ""],
  ["pending", "pending"],
] as const)("D3, D4a: a row whose status is %s is pending", async (_name, status) => {
  const asked = await insertAskedTask(server.app.db, { questions: [{ status }] });
  const { bundles } = await listPending(contextFor(server.app), { limit: 200 });
  const bundle = bundles.find(({ pending_id }) => pending_id === asked.pendingId);
  expect(bundle?.questions).toMatchObject([{ status: "pending" }]);
  await expectActive(asked);
});

test.each(["cancelled", "expired", "responding", "Pending", "pending ", "__proto__", 0, false, {}, []])(
  "D3: a row whose status is %j is not pending",
  async (status) => {
    await expectInactive(await insertAskedTask(server.app.db, { questions: [{ status }] }));
  },
);

test("D3, L12: in a mixed bundle an unknown status is reported as it is, an absent one as pending", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, {
    questions: [{ status: "responding" }, { status: undefined }, { status: "expired" }, { status: 7 }],
  });
  const { bundles } = await listPending(contextFor(server.app), { limit: 200 });
  const bundle = bundles.find(({ pending_id }) => pending_id === pendingId);
  expect(bundle?.questions.map(({ question_id, status }) => [question_id, status])).toEqual([
    ["q1", "responding"],
    ["q2", "pending"],
    ["q3", "expired"],
    ["q4", "7"],
  ]);
});

test.each(["created", "starting", "running", "idle", "waiting_for_input", "of a later version"])(
  "D4: a question of a session that is %s is active",
  async (state) => {
    const asked = await insertAskedTask(server.app.db);
    await update(sql`UPDATE task_sessions SET state = ${state} WHERE id = ${asked.sessionId}`);
    await expectActive(asked);
  },
);

test.each(["completed", "failed", "cancelled"])(
  "D4, L2a: a question of a session that is %s is not, until the session goes on",
  async (state) => {
    const asked = await insertAskedTask(server.app.db);
    await update(sql`UPDATE task_sessions SET state = ${state} WHERE id = ${asked.sessionId}`);
    await expectInactive(asked);
    await update(sql`UPDATE task_sessions SET state = 'running' WHERE id = ${asked.sessionId}`);
    await expectActive(asked);
  },
);

test("D4, L2a: starting a turn supersedes a question, completing its turn does not", async () => {
  const ctx = contextFor(server.app);
  const completed = await insertAskedTask(server.app.db);
  await update(sql`UPDATE task_session_turns SET completed_at = now() WHERE id = ${completed.turnId}`);
  await expectActive(completed);
  const superseded = await insertAskedTask(server.app.db);
  await startTurn(ctx, superseded);
  await expectInactive(superseded);
});

test("D4, L2a: ending a session by the verb expires its questions and no other's", async () => {
  const [ended, other] = [await insertAskedTask(server.app.db), await insertAskedTask(server.app.db)];
  await endSession(contextFor(server.app), { ...ended, state: "failed" });
  await expectInactive(ended);
  await expectActive(other);
});

test("D4: a turn dated in the future is the current one, and the next turn still supersedes it", async () => {
  const past = await insertAskedTask(server.app.db);
  const turnId = await insertTurn(server.app.db, { ...past, startedAt: "2999-01-01T00:00:00Z" });
  await expectInactive(past);
  const pendingId = await insertBundle(server.app.db, {
    ...past,
    turnId,
    pendingId: `future-${past.pendingId}`,
  });
  expect(await seenAsActive({ ...past, pendingId })).toBe(true);
  await startTurn(contextFor(server.app), past);
  await expectInactive({ ...past, pendingId });
});

test("D4: a question without a turn, or in a session without turns, is not active", async () => {
  const taskId = await insertTask(server.app.db);
  const sessionId = await insertSession(server.app.db, { taskId });
  const pendingId = await insertBundle(server.app.db, { sessionId, turnId: null });
  await expectInactive({ taskId, sessionId, pendingId });
  await insertTurn(server.app.db, { sessionId });
  await expectInactive({ taskId, sessionId, pendingId });
});

test("D4: a pending_id over two sessions, two turns or two types is neither listed nor claimable", async () => {
  const sessions = await insertAskedTask(server.app.db);
  const elsewhere = await insertAskedTask(server.app.db);
  await insertBundle(server.app.db, { ...elsewhere, pendingId: sessions.pendingId });
  await expectMalformed(sessions);
  await expectActive(elsewhere);

  const turns = await insertAskedTask(server.app.db);
  const older = await insertTurn(server.app.db, { ...turns, startedAt: "2020-01-01T00:00:00Z" });
  await insertBundle(server.app.db, {
    ...turns,
    turnId: older,
    questions: [{ status: "answered", question_id: "q2" }],
  });
  await expectMalformed(turns);

  const shared = await insertAskedTask(server.app.db);
  await insertBundle(server.app.db, { ...elsewhere, turnId: shared.turnId, pendingId: shared.pendingId });
  await expectMalformed(shared);

  const types = await insertAskedTask(server.app.db);
  const stray = await insertMessage(server.app.db, {
    ...types,
    type: "permission_request",
    metadata: { pending_id: types.pendingId, status: "approved" },
  });
  await expectInactive(types);
  await update(sql`DELETE FROM task_session_messages WHERE id = ${stray}`);
  await expectActive(types);
});

/** Neither an answer for each row nor a rejection claims it, and nothing is written. */
async function expectMalformed({ pendingId }: Asked): Promise<void> {
  expect(await listedIds()).not.toContain(pendingId);
  const before = await snapshot(server.app.db, pendingId);
  const failure = await resolveBundle(contextFor(server.app), { pendingId, outcome: rejected() }).then(
    (result) => (result.claimed ? "claimed" : "told the winner"),
    (error: unknown) => error,
  );
  expect(failure).not.toBe("claimed");
  expect(await snapshot(server.app.db, pendingId)).toEqual(before);
}

test("D4: a parent's question does not exist for external answering", async () => {
  const asked = await insertAskedTask(server.app.db, { questions: [{ parent_question: true }] });
  const partly = await insertAskedTask(server.app.db, { questions: [{}, { parent_question: true }] });
  const plain = await insertAskedTask(server.app.db, { questions: [{ parent_question: false }] });
  for (const { pendingId } of [asked, partly]) {
    expect(await listedIds()).not.toContain(pendingId);
    for (const outcome of [choosesA, rejected(), answered(pick("q1"), pick("q2"))])
      await expect(resolveBundle(contextFor(server.app), { pendingId, outcome })).rejects.toMatchObject({
        code: "not_found",
        message: "clarification request not found",
      });
  }
  await expectActive(plain);
});
