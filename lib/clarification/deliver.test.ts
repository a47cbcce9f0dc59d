import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { App } from "@/lib/app";
import { agentContext, contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import {
  answered,
  askAndBlock,
  choosesA,
  countRows,
  isDeliveryPending,
  listen,
  oneQuestion,
  patient,
  pick,
  quiet,
  readMetadata,
  rejected,
  takeLog,
  untilBlocked,
} from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertAskedTask, insertSession, insertTurn } from "@/lib/testing/factories";
import { startTurn } from "@/lib/turns/start-turn";
import { ask } from "./ask";
import { checkQuestion } from "./check-question";
import { listPending } from "./list-pending";
import type { Outcome } from "./outcome";
import { resolveBundle } from "./resolve-bundle";

type Resume = NonNullable<App["resumeAgent"]>;

let database: TestDatabase;
let server: TestApp;
let other: TestApp;
/** What the agent runtime is asked to do, and how it goes. */
const resumed: Parameters<Resume>[0][] = [];
let runtime: Resume;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address, {
    resumeAgent: (input) => {
      resumed.push(input);
      return runtime(input);
    },
  });
  other = await createTestApp(database.address);
});

beforeEach(() => {
  resumed.length = 0;
  runtime = () => Promise.resolve(true);
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

const launched = { agentProfileId: "ours" };

const resolve = (pendingId: string, outcome: Outcome = choosesA, on = server) =>
  resolveBundle(contextFor(on.app), { pendingId, outcome });

const isListed = async (pendingId: string) =>
  (await listPending(contextFor(server.app), { limit: 200 })).bundles.some(
    (bundle) => bundle.pending_id === pendingId,
  );

test("R7, R4: a detached answer resumes the agent once, with the questions and answers, after the claim has committed", async () => {
  const { pendingId, sessionId } = await insertAskedTask(server.app.db, {
    ...launched,
    questions: [
      {
        question: {
          prompt: "Colour?",
          options: [
            { option_id: "r", label: "Red" },
            { option_id: "b", label: "Blue" },
          ],
        },
      },
      { question: { prompt: "Why?", options: [{ option_id: "x", label: "X" }] } },
      { question: { prompt: "When?", options: [{ option_id: "x", label: "X" }] } },
      { question: { prompt: "Who?", options: [{ option_id: "x", label: "X" }] } },
    ],
  });
  const seen: unknown[] = [];
  runtime = async () => {
    seen.push(
      ...(await readMetadata(other.app.db, pendingId)).map((row) => [
        row.status,
        row.response_delivery_pending,
      ]),
    );
    return true;
  };
  const answer = answered(
    pick("q1", ["b", "r"]),
    pick("q2", ["x"], "because"),
    pick("q3", [], "soon"),
    pick("q4"),
  );
  expect(await resolve(pendingId, answer)).toMatchObject({ claimed: true, status: "answered" });
  expect(seen).toEqual(Array.from({ length: 4 }, () => ["answered", true]));
  expect(resumed.map((each) => each.sessionId)).toEqual([sessionId]);
  expect(resumed[0]?.prompt).toContain(
    [
      "Q1: Colour?",
      "A1: Red, Blue",
      "Q2: Why?",
      "A2: X - because",
      "Q3: When?",
      "A3: soon",
      "Q4: Who?",
      "A4: (no answer)",
    ].join("\n"),
  );
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(false);
  expect(await countRows(server.app.db, "clarification_deliveries", pendingId)).toBe(0);
});

test("R1, R3: of many answers at once on both servers the agent is resumed with the winner's alone", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, launched);
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, index) => resolve(pendingId, answered(pick("q1", [], `answer ${index}`)))),
  );
  const winner = results.find((result) => result.claimed);
  expect(results.filter((result) => result.claimed)).toHaveLength(1);
  expect(resumed).toHaveLength(1);
  expect(resumed[0]?.prompt).toContain(winner?.response.answers[0]?.custom_text);
});

test.each([
  ["refuses", () => Promise.resolve(false)],
  ["fails", () => Promise.reject(new Error("spawn ENOENT"))],
] as const)(
  "R7, R7a: when the runtime %s the claim is rolled back, nobody is told a success, and the bundle is answerable again",
  async (_name, how) => {
    const { pendingId } = await insertAskedTask(server.app.db, launched);
    const [before] = await readMetadata(server.app.db, pendingId);
    runtime = how;
    await expect(resolve(pendingId)).rejects.toMatchObject({ code: "internal_error" });
    expect(JSON.stringify(takeLog(server))).toContain(pendingId);
    expect(await readMetadata(server.app.db, pendingId)).toEqual([before]);
    expect(await isListed(pendingId)).toBe(true);
    expect(await countRows(server.app.db, "clarification_deliveries", pendingId)).toBe(0);

    runtime = () => Promise.resolve(true);
    expect(await resolve(pendingId)).toMatchObject({ claimed: true });
  },
);

test("R7, R7a: where no agent can be resumed at all the claim is rolled back", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, launched);
  await expect(resolve(pendingId, choosesA, other)).rejects.toMatchObject({ code: "internal_error" });
  expect(JSON.stringify(takeLog(other))).toContain(pendingId);
  expect(await isListed(pendingId)).toBe(true);
});

test("R7: a roll back tells every open page, as the claim did", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, launched);
  runtime = () => Promise.resolve(false);
  const listener = listen(other.app);
  await resolve(pendingId).catch(() => takeLog(server));
  await listener.sync();
  listener.stop();
  expect(listener.hints.filter((hint) => "pending_id" in hint && hint.pending_id === pendingId)).toHaveLength(
    2,
  );
});

test("R7: a claim that cannot be taken back, for its turn was superseded meanwhile, stays and is an error", async () => {
  const asked = await insertAskedTask(server.app.db, launched);
  runtime = async () => {
    await startTurn(contextFor(other.app), asked);
    return false;
  };
  await expect(resolve(asked.pendingId)).rejects.toMatchObject({ code: "internal_error" });
  takeLog(server);
  expect(await resolve(asked.pendingId, rejected())).toMatchObject({ claimed: false, status: "answered" });
});

test("R9: a detached rejection resumes nobody, and is settled at once", async () => {
  const { pendingId, sessionId } = await insertAskedTask(server.app.db, launched);
  await server.app.db.execute(
    sql`UPDATE task_sessions SET state = 'waiting_for_input' WHERE id = ${sessionId}`,
  );
  expect(await resolve(pendingId, rejected("no thanks"))).toMatchObject({
    claimed: true,
    status: "rejected",
  });
  expect(resumed).toEqual([]);
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(false);
  expect(await countRows(server.app.db, "clarification_deliveries", pendingId)).toBe(0);
  const [session] = await server.app.db.execute(sql`SELECT state FROM task_sessions WHERE id = ${sessionId}`);
  expect(session).toEqual({ state: "waiting_for_input" }); // nobody works on
});

const launchSession = async () => {
  const sessionId = await insertSession(server.app.db, launched);
  await insertTurn(server.app.db, { sessionId });
  return sessionId;
};

test("R7: a live waiter, also on another server, takes the answer in its own turn and nobody is resumed", async () => {
  for (const [waitsOn, resolvesOn] of [
    [server, server],
    [server, other],
    [other, server],
  ] as const) {
    const sessionId = await launchSession();
    const { pendingId, result } = await askAndBlock(waitsOn.app, sessionId);
    const { claimed, response } = await resolve(pendingId, answered(pick("q1", ["b"])), resolvesOn);
    expect({ claimed, result: await result }).toEqual({
      claimed: true,
      result: { kind: "answer", response },
    });
    expect(await isDeliveryPending(server.app.db, pendingId)).toBe(false);
    expect(await countRows(server.app.db, "clarification_deliveries", pendingId)).toBe(0);
  }
  expect(resumed).toEqual([]);
});

test("R9: a live rejection reaches the agent with its reason", async () => {
  const { pendingId, result } = await askAndBlock(other.app, await launchSession());
  await resolve(pendingId, rejected("not like this"));
  expect(await result).toMatchObject({ response: { rejected: true, reject_reason: "not like this" } });
  expect(await countRows(server.app.db, "clarification_deliveries", pendingId)).toBe(0);
});

test("R7: an answer to an agent that hung up resumes it", async () => {
  const sessionId = await launchSession();
  const { pendingId, result, hangUp } = await askAndBlock(server.app, sessionId);
  hangUp();
  await result;
  expect(await resolve(pendingId)).toMatchObject({ claimed: true });
  expect(resumed.map((each) => each.sessionId)).toEqual([sessionId]);
});

test("R7: an agent that hangs up just as its answer is claimed is resumed instead", async () => {
  const sessionId = await launchSession();
  const { pendingId, result, hangUp } = await askAndBlock(other.app, sessionId);
  // The claim comes first and the hang-up right behind it: the waiter is still there when the claim looks for one.
  const outcome = await server.app.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM task_sessions WHERE id = ${sessionId} FOR UPDATE`);
    const resolving = resolve(pendingId).catch((error: unknown) => error);
    await untilBlocked(other.app.db, 1);
    hangUp();
    await untilBlocked(other.app.db, 2);
    return { resolving };
  });
  const settled = await result;
  const claim = await outcome.resolving;
  expect(claim).toMatchObject({ claimed: true });
  expect([settled.kind, resumed.length]).toEqual(settled.kind === "answer" ? ["answer", 0] : ["none", 1]);
});

test("R6: a launched agent's answer that was handed over is not given to its next ask", async () => {
  const sessionId = await launchSession();
  const asked = await askAndBlock(server.app, sessionId);
  await resolve(asked.pendingId);
  await asked.result;
  const ctx = agentContext(server.app, sessionId);
  const next = await ask(ctx, { sessionId, questions: oneQuestion(), context: "" }, patient());
  expect(next.kind).toBe("open");
  expect(next.pendingId).not.toBe(asked.pendingId);
  const check = { ...patient(), sessionId, pendingId: asked.pendingId, waitSeconds: 0 };
  expect(await checkQuestion(ctx, check)).toMatchObject({
    status: "answered",
    response: { answers: [{ selected_options: ["a"] }] },
  });
});
