import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEvents } from "@/lib/testing/event-stream";
import { choose, openSession, type OpenSession, question, respondPath, send } from "@/lib/testing/http";
import { blockOnAsk, connectMcp, type McpConnection, toolCall } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;
let session: OpenSession;
let agent: McpConnection;

beforeAll(async () => {
  product = await startProduct({ KANDEV_KEEPALIVE_SECONDS: "1" });
  session = await openSession(product.server);
  agent = await connectMcp(product.server, session.token);
});
afterAll(async () => {
  await agent.close();
  await product.stop();
});

const respond = (pendingId: string, body: unknown) =>
  send(product.server, "POST", respondPath(pendingId), { body });
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
const rowsOf = (pendingId: string) => product.sql<{ metadata: Record<string, unknown> }[]>`
  SELECT metadata FROM task_session_messages WHERE pending_id = ${pendingId} ORDER BY metadata -> 'question_index'`;

describe("a blocked call", () => {
  test("R12: returns exactly the answer, every option id of it, with empty keys left out", async () => {
    const questions = [
      question("One?"),
      question("Two?"),
      { ...question("Three?"), id: "third" },
      question("Four?"),
    ];
    const { pendingId, outcome } = await blockOnAsk(agent, { questions });
    const won = await respond(pendingId, {
      answers: [
        { question_id: "q1", selected_options: ["b", "a"] },
        { question_id: "q2", custom_text: "neither\nof them" },
        { question_id: "third", selected_options: ["a"], custom_text: "but later" },
        { question_id: "q4" },
      ],
    });
    const { response } = won.json as { response: { responded_at: string } };
    expect(JSON.parse((await outcome).text)).toEqual({
      pending_id: pendingId,
      answers: [
        { question_id: "q1", selected_options: ["a", "b"] },
        { question_id: "q2", custom_text: "neither\nof them" },
        { question_id: "third", selected_options: ["a"], custom_text: "but later" },
        { question_id: "q4" },
      ],
      responded_at: response.responded_at,
    });
  });

  test("R9: returns a rejection with its reason, whoever declined", async () => {
    const reject = { rejected: true, reason: "not today" };
    const first = await blockOnAsk(agent, { questions: [question("Skipped by a person?")] });
    await respond(first.pendingId, reject);
    const external = await connectMcp(product.server);
    const second = await blockOnAsk(agent, { questions: [question("Skipped by an agent?")] });
    await external.call("answer_question_kandev", { pending_id: second.pendingId, ...reject });
    await external.close();
    for (const { pendingId, outcome } of [first, second])
      expect((await outcome).structured).toEqual({
        pending_id: pendingId,
        rejected: true,
        reject_reason: "not today",
        responded_at: aTime,
      });
    const left = await product.sql`SELECT reject_reason FROM clarification_deliveries`;
    expect(left).toEqual([]); // gone after the hand-over
  });

  test("gets its headers at once, keep-alive comments while it waits, and nothing else without a token", async () => {
    const stream = await openEvents(product.server, {
      path: "/mcp/session",
      token: session.token,
      init: {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify(
          toolCall("ask_user_question_kandev", { questions: [question("Kept alive?")] }, 7),
        ),
      },
    });
    expect([stream.status, stream.contentType]).toEqual([200, "text/event-stream"]);
    const blocks = [await stream.next(), await stream.next(), await stream.next()];
    expect(blocks.map((block) => [block?.event, block?.data])).toEqual(Array(3).fill(["", ""]));
    const [waiting] = await product.sql<
      { pending_id: string }[]
    >`SELECT pending_id FROM clarification_waiters`;
    await respond(waiting?.pending_id ?? "", choose("a"));
    const message = await stream.until(() => true);
    expect(JSON.parse(message.data)).toMatchObject({
      jsonrpc: "2.0",
      id: 7,
      result: { structuredContent: { answers: [{ question_id: "q1", selected_options: ["a"] }] } },
    });
    expect(await stream.next()).toBeUndefined();
  });

  test("sends progress that names the question, at once and then every KANDEV_KEEPALIVE_SECONDS", async () => {
    const heard: { progress: number; message?: string | undefined }[] = [];
    const third = new Promise<void>((enough) => {
      void agent.call(
        "ask_user_question_kandev",
        { questions: [question("Progress?")] },
        { onprogress: (progress) => heard.push(progress) === 3 && enough() },
      );
    });
    await third;
    const [waiting] = await product.sql<
      { pending_id: string }[]
    >`SELECT pending_id FROM clarification_waiters`;
    expect(heard.map(({ progress }) => progress)).toEqual([1, 2, 3]);
    for (const { message } of heard) expect(message).toContain(waiting?.pending_id);
    await respond(waiting?.pending_id ?? "", choose("a"));
  });

  test("makes the session wait, and the answer lets it go on", async () => {
    const state = async () => {
      const reply = await send(product.server, "GET", `/api/v1/tasks/${session.taskId}`);
      const [row] = await product.sql<
        { state: string }[]
      >`SELECT state FROM task_sessions WHERE id = ${session.sessionId}`;
      return [row?.state, (reply.json as { task_pending_action: unknown }).task_pending_action];
    };
    const { pendingId, outcome } = await blockOnAsk(agent, { questions: [question("Wait for it?")] });
    expect(await state()).toEqual(["waiting_for_input", "clarification"]);
    await respond(pendingId, choose("a"));
    await outcome;
    expect(await state()).toEqual(["running", null]);
  });
});

describe("the same question", () => {
  test("asked twice at once is one bundle, both calls get the answer, and asked again it is a new one", async () => {
    const args = { questions: [{ ...question("Delete it?"), title: "First" }], context: "one" };
    const again = { questions: [{ ...question("Delete it?"), title: "Second" }], context: "two" };
    const [first, second] = await Promise.all([blockOnAsk(agent, args), blockOnAsk(agent, again)]);
    expect(second.pendingId).toBe(first.pendingId);
    await respond(first.pendingId, choose("b"));
    const [one, two] = [await first.outcome, await second.outcome];
    expect(one.structured).toEqual(two.structured);
    expect(one.structured).toMatchObject({ answers: [{ selected_options: ["b"] }] });
    const [row] = await rowsOf(first.pendingId);
    expect(row?.metadata).not.toHaveProperty("response_delivery_pending");

    const third = await blockOnAsk(agent, args); // the answer was handed over: a person is asked again
    expect(third.pendingId).not.toBe(first.pendingId);
    await respond(third.pendingId, choose("a"));
    expect((await third.outcome).structured).toMatchObject({ answers: [{ selected_options: ["a"] }] });
  });

  test("gets ids of its own where the agent named none, and the paragraphs as context", async () => {
    const options = [
      { label: "Yes", description: "" },
      { label: "No", description: "" },
    ];
    const { pendingId, outcome } = await blockOnAsk(agent, {
      questions: [
        { prompt: "One?", options },
        { prompt: "Two?", options },
      ],
      context: "loses",
      context_paragraphs: ["First.", "Second."],
    });
    const external = await connectMcp(product.server);
    const { structured } = await external.call("list_pending_questions_kandev");
    await external.close();
    expect(structured).toMatchObject({
      bundles: [
        {
          pending_id: pendingId,
          context: "First.\n\nSecond.",
          questions: [
            { question_id: "q1", options: [{ option_id: "q1_opt1" }, { option_id: "q1_opt2" }] },
            { question_id: "q2", options: [{ option_id: "q2_opt1" }, { option_id: "q2_opt2" }] },
          ],
        },
      ],
      count: 1,
    });
    await respond(pendingId, { rejected: true });
    await outcome;
  });

  const two = question().options;
  test.each([
    ["questions", {}],
    ["questions", { questions: [] }],
    ["questions", { questions: Array(5).fill(question()) }],
    ["prompt", { questions: [{ options: two }] }],
    ["prompt", { questions: [question(" \n\t")] }],
    ["options", { questions: [{ prompt: "x" }] }],
    ["options", { questions: [{ prompt: "x", options: two.slice(1) }] }],
    ["options", { questions: [{ prompt: "x", options: Array.from({ length: 7 }, () => two[0]) }] }],
    ["option_id", { questions: [{ prompt: "x", options: [two[0], two[0]] }] }],
    ["id", { questions: [question(), { ...question(), id: "q1" }] }],
    ["label", { questions: [{ prompt: "x", options: [{ description: "" }, two[1]] }] }],
    ["context", { questions: [question()], context: 5 }],
    ["context_paragraphs", { questions: [question()], context_paragraphs: "x" }],
    ["pending_id", { questions: [question()], pending_id: "x" }],
    ["task_id", { questions: [question()], task_id: "x" }],
  ])("is refused with the name of what is wrong with it: %s", async (field, args) => {
    const count = () => product.sql`SELECT count(*)::int AS rows FROM task_session_messages`;
    const before = await count();
    const outcome = await agent.call("ask_user_question_kandev", args);
    expect(outcome).toEqual({
      isError: true,
      text: expect.stringMatching(new RegExp(`^validation_error: .*${field}`)) as string,
    });
    expect(await count()).toEqual(before);
  });
});

describe("beside asking", () => {
  test("check_question_kandev waits as long as it is told, and wakes on the answer", async () => {
    const asked = await blockOnAsk(agent, { questions: [question("Checked?")] });
    const { pendingId } = asked;
    const early = await agent.call("check_question_kandev", { pending_id: pendingId, wait_seconds: 0.2 });
    expect(early.structured).toEqual({ pending_id: pendingId, status: "pending" });
    const attached = new Promise<void>((resolve, reject) => {
      const check = agent.call(
        "check_question_kandev",
        { pending_id: pendingId, wait_seconds: 25 },
        { onprogress: () => resolve() },
      );
      check.then((outcome) => checked.push(outcome.structured), reject);
    });
    const checked: unknown[] = [];
    await attached;
    await respond(pendingId, choose("a"));
    const answer = (await asked.outcome).structured;
    await expect
      .poll(() => checked)
      .toEqual([{ pending_id: pendingId, status: "answered", response: answer }]);
    const later = await agent.call("check_question_kandev", { pending_id: pendingId });
    expect(later.structured).toEqual(checked[0]); // as often as wanted
  });

  test("get_user_messages_kandev hands out each message once, however many calls ask for it", async () => {
    const path = `/api/v1/sessions/${session.sessionId}/messages`;
    const contents = Array.from({ length: 20 }, (_, index) => `message ${index} 🙂`);
    for (const content of contents)
      expect((await send(product.server, "POST", path, { body: { content } })).status).toBe(201);
    const collected = await Promise.all(
      Array.from({ length: 8 }, () => agent.call("get_user_messages_kandev")),
    );
    const heard = collected.flatMap(
      ({ structured }) => (structured as { messages: { content: string; created_at: string }[] }).messages,
    );
    expect(heard.map((message) => message.content).sort()).toEqual([...contents].sort());
    expect(heard[0]).toEqual({ content: expect.any(String) as string, created_at: aTime });
    expect((await agent.call("get_user_messages_kandev")).structured).toEqual({ messages: [] });
  });
});
