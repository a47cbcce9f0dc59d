import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { agentContext, contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import {
  answered,
  choosesA,
  isDeliveryPending,
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
  insertSession,
  insertTurn,
  insertUser,
  insertWorkspace,
  twoOptions,
} from "@/lib/testing/factories";
import { startTurn } from "@/lib/turns/start-turn";
import { type Ask, ask, type Asked } from "./ask";
import { cancelBundle } from "./cancel-bundle";
import { checkQuestion } from "./check-question";
import type { AskedQuestion } from "./normalize";
import { resolveBundle } from "./resolve-bundle";

let database: TestDatabase;
let server: TestApp;
let other: TestApp;
let sessionId: string;
let turnId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
  other = await createTestApp(database.address);
});

beforeEach(async () => {
  sessionId = await insertSession(server.app.db);
  turnId = await insertTurn(server.app.db, { sessionId });
});

afterAll(async () => {
  await server.close();
  await other.close();
  await database.drop();
});

afterEach(
  quiet(
    () => server,
    () => other,
  ),
);

/** Asks as the agent does, and blocks. */
const asks = (
  questions: readonly AskedQuestion[] = oneQuestion(),
  on = server,
  more: Partial<Ask> = {},
): Promise<Asked> =>
  ask(agentContext(on.app, sessionId), { sessionId, questions, context: "", ...more }, patient());

const resolve = (pendingId: string, outcome = choosesA) =>
  resolveBundle(contextFor(server.app), { pendingId, outcome });

async function countBundles(): Promise<number> {
  const rows = await server.app.db.execute(sql`
    SELECT DISTINCT pending_id FROM task_session_messages WHERE task_session_id = ${sessionId} AND type = 'clarification_request'`);
  return rows.length;
}

/** A bundle that the agent asked for and lost track of, answered by a person. */
async function answeredMeanwhile(outcome = choosesA): Promise<string> {
  const { pendingId } = await ask(agentContext(server.app, sessionId), {
    sessionId,
    questions: oneQuestion(),
    context: "",
  });
  await resolve(pendingId, outcome);
  return pendingId;
}

test("contract 6.1: twenty asks of the same questions at once over two servers make one bundle, and all get its answer", async () => {
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, index) => asks(oneQuestion(), index % 2 === 0 ? server : other)),
  );
  const [pendingId, ...more] = new Set(asked.map((each) => each.pendingId));
  expect([more, await countBundles()]).toEqual([[], 1]);
  const { response } = await resolve(pendingId ?? "");
  for (const each of asked)
    expect(each.kind === "open" && (await each.result)).toEqual({ kind: "answer", response });
});

test("contract 6.1: an ask joins an active bundle that was written by hand", async () => {
  const pendingId = await insertBundle(server.app.db, {
    sessionId,
    turnId,
    questions: [{ status: undefined }],
  });
  expect((await asks()).pendingId).toBe(pendingId);
});

test("contract 6.1: title and context do not make another question; ids, prompts, options and their order do", async () => {
  const [question] = oneQuestion();
  if (question === undefined) throw new Error("no question");
  const { pendingId } = await asks([question]);
  expect((await asks([{ ...question, title: "T" }], other, { context: "c" })).pendingId).toBe(pendingId);
  const others: AskedQuestion[][] = [
    [{ ...question, id: "q2" }],
    [{ ...question, prompt: "Which one ?" }],
    [{ ...question, options: question.options.toReversed() }],
    [{ ...question, options: question.options.map((option) => ({ ...option, description: "x" })) }],
    [{ ...question, options: [...question.options, { option_id: "c", label: "C", description: "" }] }],
    [question, { ...question, id: "q2" }],
  ];
  const ids = [pendingId];
  for (const each of others) ids.push((await asks(each)).pendingId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("contract 6.1: the same questions in another session are another bundle", async () => {
  const elsewhere = await insertAskedTask(server.app.db);
  const asked = await asks();
  expect(asked.pendingId).not.toBe(elsewhere.pendingId);
});

test("R7: an answer that nobody waited for is given to the next ask of the same questions, on any server, and once", async () => {
  const pendingId = await answeredMeanwhile(answered(pick("q1", ["a", "b"], "both")));
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(true);
  const next = await asks(oneQuestion(), other);
  expect(next).toMatchObject({
    kind: "answered",
    pendingId,
    response: { pending_id: pendingId, answers: [{ selected_options: ["a", "b"], custom_text: "both" }] },
  });
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(false);
  const again = await asks();
  expect(again.kind).toBe("open");
  expect(again.pendingId).not.toBe(pendingId);
});

test("R7: of twenty asks at once after an answer one gets it and the others ask the person again, together", async () => {
  const pendingId = await answeredMeanwhile();
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, index) => asks(oneQuestion(), index % 2 === 0 ? server : other)),
  );
  expect(asked.filter((each) => each.kind === "answered")).toMatchObject([{ pendingId }]);
  expect(new Set(asked.filter((each) => each.kind === "open").map((each) => each.pendingId)).size).toBe(1);
  expect(await countBundles()).toBe(2);
});

test("R7: the answer is still there in a later turn", async () => {
  const pendingId = await answeredMeanwhile();
  await startTurn(contextFor(server.app), { sessionId });
  expect(await asks()).toMatchObject({ kind: "answered", pendingId });
});

test("R9: a rejection reaches the next ask with its reason, and then the reason is gone", async () => {
  const pendingId = await answeredMeanwhile(rejected(" not today "));
  expect(await asks(oneQuestion(), other)).toMatchObject({
    kind: "answered",
    response: { rejected: true, reject_reason: "not today", answers: [] },
  });
  const left = await server.app.db.execute(
    sql`SELECT 1 FROM clarification_deliveries WHERE pending_id = ${pendingId}`,
  );
  expect([...left]).toEqual([]);
});

test("R6, R7: answers in rows that were written by hand are handed over too, by ask and by check", async () => {
  const row = {
    status: "answered",
    response: { question_id: "q1", custom_text: "from before" },
    response_delivery_pending: true,
  };
  const pendingId = await insertBundle(server.app.db, { sessionId, turnId, questions: [row] });
  expect(await asks()).toMatchObject({
    kind: "answered",
    pendingId,
    response: { answers: [{ question_id: "q1", selected_options: [], custom_text: "from before" }] },
  });
  const second = await insertBundle(server.app.db, {
    sessionId,
    turnId,
    questions: [row],
    pendingId: `2-${pendingId}`,
  });
  const ctx = agentContext(other.app, sessionId);
  const checked = await checkQuestion(ctx, { ...patient(), sessionId, pendingId: second, waitSeconds: 0 });
  expect(checked).toMatchObject({
    status: "answered",
    response: { answers: [{ custom_text: "from before" }] },
  });
  expect((await asks()).kind).toBe("open");
});

test("contract 6.1: only the newest bundle with the same questions counts", async () => {
  const undelivered = {
    status: "answered",
    response: { question_id: "q1" },
    response_delivery_pending: true,
  };
  const write = (questions: Record<string, unknown>, createdAt: string) =>
    insertBundle(server.app.db, { sessionId, turnId, questions: [questions], createdAt });
  const older = await write(undelivered, "2024-01-01T00:00:00Z");
  const newer = await write({ status: "cancelled" }, "2024-01-01T00:00:00.000001Z");
  const asked = await asks();
  expect([older, newer]).not.toContain(asked.pendingId);
  expect(asked.kind).toBe("open");
  expect(await isDeliveryPending(server.app.db, older)).toBe(true);
});

test("contract 6.1: an expired, cancelled or superseded question is asked anew", async () => {
  const first = await asks();
  await cancelBundle(contextFor(server.app), first);
  const second = await asks();
  await startTurn(contextFor(server.app), { sessionId });
  const third = await asks();
  expect(new Set([first.pendingId, second.pendingId, third.pendingId]).size).toBe(3);
});

test("contract 6.1: asking without waiting joins the same bundle and takes no answer out of the mailbox", async () => {
  const pendingId = await answeredMeanwhile();
  const request = { sessionId, questions: oneQuestion(), context: "" };
  expect(await ask(contextFor(server.app), request)).toMatchObject({ kind: "open", pendingId });
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(true);
  expect(await asks()).toMatchObject({ kind: "answered", pendingId });
});

test("contract 3: a bundle is written with exactly the metadata of the contract, in the open turn", async () => {
  const { pendingId } = await asks(
    [
      { prompt: "One?", options: twoOptions().options },
      { prompt: "Two?", options: twoOptions().options },
    ],
    server,
    { context: "why" },
  );
  const shared = { pending_id: pendingId, question_total: 2, context: "why", status: "pending" };
  const question = (id: string, prompt: string) => ({ id, title: "", prompt, options: twoOptions().options });
  expect(await readMetadata(server.app.db, pendingId)).toEqual([
    { ...shared, question_id: "q1", question_index: 0, question: question("q1", "One?") },
    { ...shared, question_id: "q2", question_index: 1, question: question("q2", "Two?") },
  ]);
  const rows = await server.app.db.execute(sql`
    SELECT DISTINCT turn_id, author_type, type FROM task_session_messages WHERE pending_id = ${pendingId}`);
  expect([...rows]).toEqual([{ turn_id: turnId, author_type: "agent", type: "clarification_request" }]);
});

test("D4: a question asked after the turn was completed opens the next turn and is active there", async () => {
  await server.app.db.execute(sql`UPDATE task_session_turns SET completed_at = now() WHERE id = ${turnId}`);
  const { pendingId } = await asks();
  expect(await resolve(pendingId)).toMatchObject({ claimed: true });
  const [row] = await server.app.db.execute(
    sql`SELECT turn_id FROM task_session_messages WHERE pending_id = ${pendingId}`,
  );
  expect(row?.turn_id).not.toBe(turnId);
});

test("D4: a question asked in a session without a turn, or behind a bare reservation, is active", async () => {
  const bare = await insertSession(server.app.db);
  const reserved = await insertSession(server.app.db);
  await insertTurn(server.app.db, {
    sessionId: reserved,
    startedAt: "2999-01-01T00:00:00Z",
    metadata: { prompt_dispatch_pending: true },
  });
  for (const session of [bare, reserved]) {
    const ctx = agentContext(server.app, session);
    const { pendingId } = await ask(ctx, { sessionId: session, questions: oneQuestion(), context: "" });
    expect(await resolve(pendingId)).toMatchObject({ claimed: true });
  }
});

test("A6: a terminal session takes no question, and a stranger none into a session that is not theirs", async () => {
  for (const state of ["completed", "failed", "cancelled"]) {
    await server.app.db.execute(sql`UPDATE task_sessions SET state = ${state} WHERE id = ${sessionId}`);
    await expect(asks()).rejects.toMatchObject({ code: "conflict" });
  }
  const workspaceId = await insertWorkspace(server.app.db, { ownerId: (await insertUser(server.app.db)).id });
  const foreign = await insertAskedTask(server.app.db, { workspaceId });
  const actor = {
    kind: "user",
    userId: (await insertUser(server.app.db)).id,
    role: "admin",
    via: "browser",
    credentialId: "none",
  } as const;
  const strangers = [contextFor(server.app, actor), agentContext(server.app, sessionId)];
  for (const ctx of strangers)
    for (const target of [foreign.sessionId, "made-up"])
      await expect(
        ask(ctx, { sessionId: target, questions: oneQuestion(), context: "" }),
      ).rejects.toMatchObject({ code: "not_found", message: "session not found" });
});
