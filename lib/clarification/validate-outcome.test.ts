import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { answered, choosesA, pick, readMetadata, rejected, snapshot } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertAskedTask, type QuestionRow } from "@/lib/testing/factories";
import { listPending } from "./list-pending";
import type { Outcome } from "./outcome";
import { resolveBundle } from "./resolve-bundle";

let database: TestDatabase;
let server: TestApp;
/** A fresh active bundle with the questions `q1` and `q2`. */
let pendingId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
});

beforeEach(async () => {
  ({ pendingId } = await insertAskedTask(server.app.db, { questions: [{}, {}] }));
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

afterEach(() => expect(server.logged).toEqual([]));

const resolve = (outcome: Outcome, id = pendingId) =>
  resolveBundle(contextFor(server.app), { pendingId: id, outcome });

/** The outcome is a validation error that names `field`, and has written nothing. */
async function expectRefused(outcome: Outcome, field: RegExp, id = pendingId): Promise<void> {
  const before = await snapshot(server.app.db, id);
  await expect(resolve(outcome, id)).rejects.toMatchObject({
    code: "validation_error",
    message: expect.stringMatching(field) as unknown,
  });
  expect(await snapshot(server.app.db, id)).toEqual(before);
}

const one = async (question: QuestionRow = {}) =>
  (await insertAskedTask(server.app.db, { questions: [question] })).pendingId;

const valid = answered(pick("q1", ["a"]), pick("q2", ["b"]));

test("N6, N8d: too few and too many answers are refused, naming answers", async () => {
  await expectRefused(answered(pick("q1", ["a"])), /^answers /);
  await expectRefused(answered(pick("q1"), pick("q2"), pick("q1")), /^answers /);
});

test("N6, N8d: an empty question_id is refused, naming it", async () => {
  await expectRefused(answered(pick("q1"), pick("")), /question_id/);
});

test("N6, N8d: a question_id of another bundle is refused, naming it", async () => {
  await expectRefused(answered(pick("q1"), pick("q3")), /question_id/);
});

test("N6, N8d: a repeated question_id is refused, naming it", async () => {
  await expectRefused(answered(pick("q1", ["a"]), pick("q1", ["a"])), /question_id/);
});

test("N6a: the expected ids are those of the rows, whatever question_total and question.id say", async () => {
  const id = await one({ question_id: "real", question_total: 3, question: { id: "nested", prompt: "?" } });
  await expectRefused(answered(pick("nested")), /question_id/, id);
  await expectRefused(answered(pick("real"), pick("x"), pick("y")), /^answers /, id);
  expect(await resolve(answered(pick("real")), id)).toMatchObject({ claimed: true });
});

test("N6a, L12: a question that is already settled still counts", async () => {
  const { pendingId: mixed } = await insertAskedTask(server.app.db, {
    questions: [{ status: "answered", response: { question_id: "q1", selected_options: ["b"] } }, {}],
  });
  await expectRefused(answered(pick("q2", ["a"])), /^answers /, mixed);
  expect(await resolve(valid, mixed)).toMatchObject({ claimed: true, status: "answered" });
  expect(await readMetadata(server.app.db, mixed)).toMatchObject([
    { status: "answered", response: { selected_options: ["b"] } },
    { status: "answered", response: { selected_options: ["b"] }, response_delivery_pending: true },
  ]);
});

test("N7: options, own words, both and neither are answers", async () => {
  expect(await resolve(answered(pick("q1", ["a"], "and more"), pick("q2")))).toMatchObject({
    claimed: true,
    response: {
      answers: [
        { question_id: "q1", selected_options: ["a"], custom_text: "and more" },
        { question_id: "q2", selected_options: [], custom_text: "" },
      ],
    },
  });
});

test("N8, N8d: an option that the question does not offer is refused, naming selected_options", async () => {
  const { pendingId: bundle } = await insertAskedTask(server.app.db, {
    questions: [
      {},
      { question: { prompt: "?", options: [{ option_id: "c", label: "C", description: "" }] } },
    ],
  });
  for (const options of [["zebra"], ["a", "zebra"], ["c"], ["A"], [""], ["__proto__"], ["constructor"]])
    await expectRefused(answered(pick("q1", options), pick("q2")), /selected_options/, bundle);
});

test("N8: several options of one question are accepted", async () => {
  expect(await resolve(answered(pick("q1", ["b", "a"]), pick("q2")))).toMatchObject({ claimed: true });
});

test("N8: an option whose id cannot be read offers nothing to choose", async () => {
  const id = await one({
    question: { prompt: "?", options: [{ label: "no id" }, { option_id: 5, label: "number" }] },
  });
  await expectRefused(answered(pick("q1", [""])), /selected_options/, id);
  await expectRefused(answered(pick("q1", ["5"])), /selected_options/, id);
  expect(await resolve(answered(pick("q1", [], "words")), id)).toMatchObject({ claimed: true });
});

test("N8a, N8d: rejected together with answers is refused, naming rejected", async () => {
  await expectRefused({ ...valid, rejected: true }, /rejected/);
});

test("N8a, N8d: no answers without rejected is refused, for one question too", async () => {
  await expectRefused(answered(), /^answers /);
  await expectRefused(answered(), /^answers /, await one());
});

test("N8a: rejected with an empty list of answers is a rejection", async () => {
  expect(await resolve(rejected())).toMatchObject({ claimed: true, status: "rejected" });
});

/** 2000 code points each: one byte, two bytes, two UTF-16 units, and four bytes with a combining mark. */
const FULL = [
  ["ascii", "x".repeat(2000)],
  ["two bytes", "ж".repeat(2000)],
  ["astral", "🦜".repeat(2000)],
  ["combining", "𠜎\u0301".repeat(1000)],
] as const;

test.each(FULL)(
  "N8b, N8d: custom_text of 2000 code points is accepted and stored whole, 2001 refused (%s)",
  async (_name, text) => {
    const id = await one();
    await expectRefused(answered(pick("q1", [], `${text}!`)), /custom_text/, id);
    const { response } = await resolve(answered(pick("q1", [], text)), id);
    expect(response.answers).toEqual([{ question_id: "q1", selected_options: [], custom_text: text }]);
    expect(await readMetadata(server.app.db, id)).toMatchObject([{ response: { custom_text: text } }]);
  },
);

test.each(FULL)(
  "N8b, N8d: a reason of 2000 code points is accepted and kept whole, 2001 refused (%s)",
  async (_name, text) => {
    await expectRefused(rejected(`${text}!`), /reason/);
    expect((await resolve(rejected(text))).response.reject_reason).toBe(text);
  },
);

test("N8b: the limit holds for each entry, not for the sum", async () => {
  const text = "x".repeat(2000);
  await expectRefused(answered(pick("q1", [], text), pick("q2", [], `${text}x`)), /custom_text/);
  expect(await resolve(answered(pick("q1", [], text), pick("q2", [], text)))).toMatchObject({
    claimed: true,
  });
});

test("N8c: after every refusal the bundle is still listed and answerable", async () => {
  for (const outcome of [answered(), answered(pick("q1"), pick("q1")), { ...valid, rejected: true }])
    await expect(resolve(outcome)).rejects.toMatchObject({ code: "validation_error" });
  const { bundles } = await listPending(contextFor(server.app), { limit: 200 });
  expect(bundles.map((bundle) => bundle.pending_id)).toContain(pendingId);
  expect(await resolve(valid)).toMatchObject({ claimed: true });
});

test("L16: a bundle with any question_id that is absent, empty or no text is not listed and is refused before the claim", async () => {
  for (const questionId of [undefined, "", null, 7, { id: "q1" }]) {
    const asked = await insertAskedTask(server.app.db, { questions: [{}, { question_id: questionId }] });
    for (const outcome of [rejected(), answered(pick("q1"), pick("q2")), answered(pick("q1"), pick(""))])
      await expectRefused(outcome, /question_id is missing/, asked.pendingId);
    const { bundles } = await listPending(contextFor(server.app), { limit: 200 });
    expect(bundles.map((bundle) => bundle.pending_id)).not.toContain(asked.pendingId);
  }
});

test.each([
  ["absent", undefined],
  ["null", null],
  ["a number", 5],
  ["a string", "Which one?"],
  ["an array", [{ prompt: "?" }]],
  ["without options", { title: 5, prompt: {}, options: "x" }],
  ["with damaged options", { options: [null, 5, "a", [], { label: 3 }] }],
] as const)(
  "L15: a question that is %s is answerable by own words or rejection, not by an option",
  async (_name, question) => {
    const id = await one({ question });
    await expectRefused(answered(pick("q1", ["a"])), /selected_options/, id);
    expect(await resolve(answered(pick("q1", [], "words")), id)).toMatchObject({ claimed: true });
    expect(await resolve(rejected(), await one({ question }))).toMatchObject({ claimed: true });
  },
);

test("L15: one damaged question takes nothing from the others of its bundle", async () => {
  const asked = await insertAskedTask(server.app.db, { questions: [{ question: null }, {}] });
  expect(await resolve(answered(pick("q1"), pick("q2", ["a"])), asked.pendingId)).toMatchObject({
    claimed: true,
  });
  expect(await resolve(choosesA, await one())).toMatchObject({ claimed: true });
});
