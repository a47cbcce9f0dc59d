import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { insertAskedTask, insertTurn, type QuestionRow, twoOptions } from "@/lib/testing/factories";
import { choose, respondPath, send } from "@/lib/testing/http";
import { connectMcp, type McpConnection } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;
let mcp: McpConnection;

beforeAll(async () => {
  product = await startProduct();
  mcp = await connectMcp(product.server);
});
afterAll(async () => {
  await mcp.close();
  await product.stop([/"msg":"claim failed"/]);
});

const ask = async (questions?: readonly QuestionRow[]) =>
  (await insertAskedTask(product.db, questions === undefined ? {} : { questions })).pendingId;
const respond = (pendingId: string, body: unknown) =>
  send(product.server, "POST", respondPath(pendingId), { body });

const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;

describe("the status table", () => {
  test("R10, R11: winner and loser get 200 and the same keys; only claimed differs", async () => {
    const pendingId = await ask();
    const won = await respond(pendingId, choose("a"));
    const lost = await respond(pendingId, choose("b"));
    const body = {
      success: true,
      claimed: true,
      status: "answered",
      response: {
        pending_id: pendingId,
        answers: [{ question_id: "q1", selected_options: ["a"], custom_text: "" }],
        rejected: false,
        reject_reason: "",
        responded_at: aTime,
      },
    };
    expect([won.status, won.json]).toEqual([200, body]);
    expect([lost.status, lost.json]).toEqual([200, { ...(won.json as object), claimed: false }]);
    expect(won.headers.get("content-type")).toBe("application/json");
  });

  test("R10: a rejection is won and lost with the same table", async () => {
    const pendingId = await ask();
    const won = await respond(pendingId, { rejected: true, reject_reason: " not now " });
    const lost = await respond(pendingId, choose("a"));
    const response = {
      pending_id: pendingId,
      answers: [],
      rejected: true,
      reject_reason: "not now",
      responded_at: aTime,
    };
    expect(won.json).toEqual({ success: true, claimed: true, status: "rejected", response });
    const { responded_at } = (won.json as { response: { responded_at: string } }).response;
    expect(lost.json).toEqual({
      success: true,
      claimed: false,
      status: "rejected",
      response: { ...response, reject_reason: "", responded_at },
    });
  });

  test("R10, R11: not active and nobody answered is 409 with the fixed text", async () => {
    const { db } = product;
    const superseded = await insertAskedTask(db);
    await insertTurn(db, { sessionId: superseded.sessionId });
    const ended = await insertAskedTask(db);
    await db.execute(sql`UPDATE task_sessions SET state = 'completed' WHERE id = ${ended.sessionId}`);
    const settled = ["cancelled", "expired", "responding"].map((status) => ask([{ status }]));
    for (const pendingId of [superseded.pendingId, ended.pendingId, ...(await Promise.all(settled))]) {
      const reply = await respond(pendingId, choose("a"));
      expect([reply.status, reply.text]).toEqual([
        409,
        '{"error":"clarification request is no longer active","code":"not_active"}',
      ]);
    }
  });

  test("R10: an unknown pending_id is 404 with the fixed text", async () => {
    const reply = await respond("nobody-asked-this", choose("a"));
    expect([reply.status, reply.text]).toEqual([
      404,
      '{"error":"clarification request not found","code":"not_found"}',
    ]);
  });

  test.each([
    ["answers", {}],
    ["answers", { answers: [] }],
    ["answers", { answers: [{ question_id: "q1" }, { question_id: "q2" }] }],
    ["question_id", { answers: [{ question_id: "" }] }],
    ["question_id", { answers: [{ question_id: "q9" }] }],
    ["question_id", { answers: [{}] }],
    ["selected_options", choose("nothing-of-that-kind")],
    ["custom_text", { answers: [{ question_id: "q1", custom_text: "é".repeat(2001) }] }],
    ["reason", { rejected: true, reason: "é".repeat(2001) }],
    ["rejected", { rejected: true, ...choose("a") }],
  ])("R10: a validation failure is 400 and names the field: %s", async (field, body) => {
    const reply = await respond(await ask(), body);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({ error: expect.stringContaining(field) as string, code: "validation_error" });
  });

  test("L16: a bundle with a question_id missing is not listed, and refused by both surfaces before the claim", async () => {
    for (const question_id of [undefined, null, "", 5]) {
      const pendingId = await ask([{}, { question_id }]);
      const listed = await mcp.call("list_pending_questions_kandev", { limit: 200 });
      expect(listed.text).not.toContain(pendingId);
      for (const body of [{ answers: [{ question_id: "q1" }, { question_id: "" }] }, { rejected: true }]) {
        const reply = await respond(pendingId, body);
        const tool = await mcp.call("answer_question_kandev", { pending_id: pendingId, ...body });
        expect([reply.status, reply.json]).toMatchObject([400, { code: "validation_error" }]);
        expect([reply.text, tool.text].join()).toMatch(/question_id.*validation_error: .*question_id/);
      }
    }
  });

  test("R4a, R10: a claim that fails is 500, logged with its pending_id, and nothing changed", async () => {
    const pendingId = await ask();
    await product.sql.unsafe(`
      CREATE FUNCTION refuse_claim() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the disk of table task_session_messages is full'; END $$;
      CREATE TRIGGER refuse_claim BEFORE UPDATE ON task_session_messages FOR EACH ROW
        WHEN (NEW.metadata ->> 'pending_id' = '${pendingId}') EXECUTE FUNCTION refuse_claim()`);
    const failed = await respond(pendingId, choose("a"));
    const viaMcp = await mcp.call("answer_question_kandev", { pending_id: pendingId, ...choose("b") });
    await product.sql.unsafe(
      "DROP TRIGGER refuse_claim ON task_session_messages; DROP FUNCTION refuse_claim",
    );

    expect(failed.status).toBe(500);
    expect(failed.json).toEqual({ error: expect.any(String) as string, code: "internal_error" });
    expect(viaMcp).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^internal_error: /) as string,
    });
    expect(failed.text + viaMcp.text).not.toMatch(/disk|task_session|update|exception/i);
    const logged = product.server
      .output()
      .split("\n")
      .filter((line) => line.includes("claim failed"));
    expect(logged).toHaveLength(2); // one attempt each: it is not retried
    expect(logged.join()).toContain(
      `"err":{"type":"DatabaseError","code":"P0001"},"pending_id":"${pendingId}"`,
    );
    expect(logged.join()).not.toMatch(/disk|task_session_messages/);
    expect((await respond(pendingId, choose("a"))).json).toMatchObject({ claimed: true });
  });
});

const present = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => {
    expect(Object.keys(at as object)).toContain(key);
    return (at as Record<string, unknown>)[key];
  }, value);

describe("R12: no key is ever left out", () => {
  test.each([
    ["an answer with an option", choose("a"), { rejected: false, reject_reason: "" }],
    ["an answer in words", { answers: [{ question_id: "q1", custom_text: "mine" }] }, { rejected: false }],
    ["an answer with neither", { answers: [{ question_id: "q1" }] }, { rejected: false, reject_reason: "" }],
    ["a rejection", { rejected: true }, { rejected: true, answers: [], reject_reason: "" }],
  ])("R12: %s, for winner and loser, over REST and MCP", async (_what, body, expected) => {
    const pendingId = await ask();
    const other = await ask();
    const structured = async (id: string) =>
      (await mcp.call("answer_question_kandev", { pending_id: id, ...body })).structured;
    const results = [
      (await respond(pendingId, body)).json,
      (await respond(pendingId, body)).json,
      await structured(pendingId),
      await structured(other),
      await structured(other),
    ];
    for (const result of results) {
      const response = present(result, ["response"]);
      for (const key of ["pending_id", "answers", "rejected", "reject_reason", "responded_at"])
        present(response, [key]);
      expect(response).toMatchObject(expected);
      for (const entry of present(response, ["answers"]) as object[])
        expect(Object.keys(entry).sort()).toEqual(["custom_text", "question_id", "selected_options"]);
    }
    expect(results.map((result) => present(result, ["claimed"]))).toEqual([true, false, false, true, false]);
  });

  test("R12: answers come in the bundle's order, every entry whole", async () => {
    const questions = ["one", "two", "three"].map((id) => ({
      question_id: id,
      question: { id, ...twoOptions() },
    }));
    const reply = await respond(await ask(questions), {
      answers: [
        { question_id: "three", selected_options: ["b", "a", "b"] },
        { question_id: "one" },
        { question_id: "two", custom_text: "  both  " },
      ],
    });
    expect(present(reply.json, ["response", "answers"])).toEqual([
      { question_id: "one", selected_options: [], custom_text: "" },
      { question_id: "two", selected_options: [], custom_text: "both" },
      { question_id: "three", selected_options: ["a", "b"], custom_text: "" },
    ]);
  });
});

describe("the reason has two names", () => {
  const overMcp = (pendingId: string, args: object) =>
    mcp.call("answer_question_kandev", { pending_id: pendingId, ...args });

  test.each([
    { rejected: true, reason: "later" },
    { rejected: true, reject_reason: "later" },
    { rejected: true, reason: "later", reject_reason: "later" },
  ])("both surfaces take %j", async (body) => {
    const [overRest, tool] = [await respond(await ask(), body), await overMcp(await ask(), body)];
    expect(present(overRest.json, ["response", "reject_reason"])).toBe("later");
    expect(present(tool.structured, ["response", "reject_reason"])).toBe("later");
  });

  test("both given and different is refused by both surfaces, without repeating them", async () => {
    const body = { rejected: true, reason: "first-value", reject_reason: "second-value" };
    const pendingId = await ask();
    const [reply, tool] = [await respond(pendingId, body), await overMcp(pendingId, body)];
    expect([reply.status, reply.json]).toMatchObject([400, { code: "validation_error" }]);
    expect(tool.isError).toBe(true);
    expect(reply.text + tool.text).toMatch(/reject_reason.*reject_reason/);
    expect(reply.text + tool.text).not.toMatch(/first-value|second-value/);
    expect((await respond(pendingId, choose("a"))).json).toMatchObject({ claimed: true });
  });
});

test("a task_id beside the pending_id and unknown keys are ignored by REST", async () => {
  const pendingId = await ask();
  const body = { ...choose("a"), task_id: "somebody-elses", session_id: 5, whatever: [] };
  expect((await respond(pendingId, body)).json).toMatchObject({ success: true, claimed: true });
});
