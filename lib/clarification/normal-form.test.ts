import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isStorable } from "@/lib/ids";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { answered, pick, rejected } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertAskedTask, type QuestionRow } from "@/lib/testing/factories";
import type { ResolutionView } from "@/lib/views";
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

const resolve = (pendingId: string, outcome: Outcome) =>
  resolveBundle(contextFor(server.app), { pendingId, outcome });

const ask = async (questions?: readonly QuestionRow[]) =>
  (await insertAskedTask(server.app.db, { ...(questions && { questions }) })).pendingId;

/** The bytes that N3a speaks of. */
const payload = ({ response: { answers, rejected, reject_reason } }: ResolutionView): string =>
  JSON.stringify({ answers, rejected, reject_reason });

/** What Unicode calls white space; U+FEFF, U+200B and U+180E are not among it. */
const WHITE_SPACE = [..."\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2003\u200a\u2028\u2029\u202f\u205f\u3000"];
const isBare = (text: string) => !WHITE_SPACE.some((space) => text.startsWith(space) || text.endsWith(space));

const id = fc
  .oneof(
    fc.constantFrom(
      "__proto__",
      "constructor",
      "toString",
      "q1",
      "1",
      "01",
      "0",
      " ",
      "ä",
      "🦜",
      "a,b",
      "'\"\\",
    ),
    fc.string({ minLength: 1, maxLength: 8, unit: "grapheme" }),
  )
  .filter((text) => text !== "" && isStorable(text));
const text = fc
  .string({ maxLength: 30, unit: "binary" })
  .filter((value) => isStorable(value) && isBare(value));
const padding = fc.string({ maxLength: 4, unit: fc.constantFrom(...WHITE_SPACE) });

/** A question, the canonical answer to it, and the same answer as another caller may write it. */
const asked = fc.uniqueArray(id, { minLength: 2, maxLength: 6 }).chain((optionIds) =>
  fc.record({
    questionId: id,
    optionIds: fc.constant(optionIds),
    chosen: fc.subarray(optionIds).chain((chosen) =>
      fc.record({
        canonical: fc.constant(chosen),
        loose: fc
          .tuple(
            fc.shuffledSubarray(chosen, { minLength: chosen.length }),
            chosen.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...chosen), { maxLength: 4 }),
          )
          .map(([all, again]) => [...again, ...all]),
      }),
    ),
    text,
    before: padding,
    after: padding,
  }),
);

const bundle = fc
  .uniqueArray(asked, { minLength: 1, maxLength: 4, selector: (question) => question.questionId })
  .chain((questions) =>
    fc.record({
      questions: fc.constant(questions),
      order: fc.shuffledSubarray(questions, { minLength: questions.length }),
    }),
  );

test("N3a, P1b: submissions that mean the same give byte-identical payloads, to the winner and in every replay", async () => {
  const sameMeaning = fc.asyncProperty(bundle, async ({ questions, order }) => {
    const rows = questions.map(({ questionId, optionIds }) => ({
      question_id: questionId,
      question: {
        id: questionId,
        prompt: "?",
        options: optionIds.map((option) => ({ option_id: option, label: option, description: "" })),
      },
    }));
    const canonical = answered(
      ...questions.map((each) => pick(each.questionId, each.chosen.canonical, each.text)),
    );
    const loose = answered(
      ...order.map((each) => pick(each.questionId, each.chosen.loose, each.before + each.text + each.after)),
    );
    const [first, second] = [await ask(rows), await ask(rows)];
    const expected = payload(await resolve(first, canonical));
    expect(JSON.parse(expected)).toEqual({
      answers: questions.map((each) => ({
        question_id: each.questionId,
        selected_options: each.chosen.canonical,
        custom_text: each.text,
      })),
      rejected: false,
      reject_reason: "",
    });
    expect(payload(await resolve(second, loose))).toBe(expected);
    expect(payload(await resolve(first, loose))).toBe(expected);
    expect(payload(await resolve(second, canonical))).toBe(expected);
  });
  await fc.assert(sameMeaning, { numRuns: 60 });
});

test("N3a: rejections with the same reason in different white space are byte-identical", async () => {
  const sameReason = fc.asyncProperty(text, padding, padding, async (reason, before, after) => {
    const expected = payload(await resolve(await ask(), rejected(reason)));
    expect(JSON.parse(expected)).toEqual({ answers: [], rejected: true, reject_reason: reason });
    expect(payload(await resolve(await ask(), rejected(before + reason + after)))).toBe(expected);
  });
  await fc.assert(sameReason, { numRuns: 30 });
});

test("N3a: two submissions in different order are byte-identical", async () => {
  const questions = [{}, {}];
  const one = await resolve(await ask(questions), answered(pick("q1", ["a", "b"], "x"), pick("q2", [], "y")));
  const two = await resolve(
    await ask(questions),
    answered(pick("q2", [], " y"), pick("q1", ["b", "a", "b"], "x ")),
  );
  expect(payload(two)).toBe(payload(one));
});

test("N3a, N8b: 2001 code points are refused also where trimming would leave 2000", async () => {
  const pendingId = await ask();
  await expect(resolve(pendingId, answered(pick("q1", [], `${"🦜".repeat(2000)} `)))).rejects.toMatchObject({
    code: "validation_error",
    message: expect.stringContaining("custom_text") as unknown,
  });
  await expect(resolve(pendingId, rejected(`${"x".repeat(2000)} `))).rejects.toMatchObject({
    code: "validation_error",
    message: expect.stringContaining("reason") as unknown,
  });
  const { response } = await resolve(pendingId, answered(pick("q1", [], `${"🦜".repeat(1999)} `)));
  expect(response.answers).toMatchObject([{ custom_text: "🦜".repeat(1999) }]);
});

test("N3a: only white space at the edges is taken away", async () => {
  const kept = "\ufeff a  b\n\n\u200bc\u180e";
  const { response } = await resolve(await ask(), answered(pick("q1", [], `\u0085\u3000 ${kept}\u2028\r\n`)));
  expect(response.answers).toMatchObject([{ custom_text: kept }]);
  const blank = await resolve(await ask(), answered(pick("q1", [], " \n\t ")));
  expect(blank.response.answers).toMatchObject([{ custom_text: "" }]);
});

test("N3a: a reason that stands beside answers is checked and then dropped", async () => {
  const answer = answered(pick("q1", ["a"]));
  const { response } = await resolve(await ask(), { ...answer, reason: "ignored" });
  expect(response).toMatchObject({ rejected: false, reject_reason: "" });
  await expect(resolve(await ask(), { ...answer, reason: "x".repeat(2001) })).rejects.toMatchObject({
    code: "validation_error",
  });
});
