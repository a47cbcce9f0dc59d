import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from "vitest";
import { choose, openSession, type OpenSession, question, requestAnswer, send } from "@/lib/testing/http";
import {
  digestRows,
  expectHarmless,
  expectRefusal,
  inChunks,
  named,
  NO_TEXT,
  NOT_AN_OBJECT,
  ODD_IDS,
} from "@/lib/testing/hostile";
import { errorLines, type Product, startProduct } from "@/lib/testing/product";
import { sendRaw } from "@/lib/testing/raw-http";

let product: Product;
let session: OpenSession;
let pendingId: string;
let before: Awaited<ReturnType<typeof digestRows>>;

beforeAll(async () => {
  product = await startProduct();
  session = await openSession(product.server);
  pendingId = await requestAnswer(product.server, session, [
    question(),
    { ...question("Two?"), id: "__proto__" },
  ]);
});
beforeEach(async () => {
  before = await digestRows(product.sql);
});
afterEach(async () => {
  expect(await digestRows(product.sql)).toEqual(before); // nothing that is refused leaves a trace
});
afterAll(() => product.stop());

/** Every route that takes a body, with one that would be taken. `:task`, `:session` and `:pending` are real ids. */
const routes: readonly (readonly [string, Record<string, unknown>])[] = [
  ["/api/v1/workspaces", { name: "x" }],
  ["/api/v1/workspaces/default/agent-keys", { name: "x" }],
  ["/api/v1/tasks", { title: "x", description: "x", workspace_id: "nobody" }],
  ["/api/v1/tasks/:task/sessions", { agent: "external", surface: "kanban-task" }],
  ["/api/v1/sessions/:session/turns", {}],
  ["/api/v1/sessions/:session/messages", { content: "x" }],
  ["/api/v1/sessions/:session/end", { state: "completed" }],
  ["/api/v1/clarification/request", { session_id: "nobody", questions: [question()], context: "x" }],
  ["/api/v1/clarification/:pending/respond", { ...choose("a"), reason: "" }],
  ["/api/v1/clarification/:pending/cancel", {}],
  ["/api/v1/demo", {}],
];
const real = (path: string) =>
  path.replace(":task", session.taskId).replace(":session", session.sessionId).replace(":pending", pendingId);
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(product.server, "POST", real(path), { body, headers });

describe.each(routes)("POST %s", (path, good) => {
  test.each(NOT_AN_OBJECT)("%s is 400", async (_what, body) => {
    expectRefusal(await post(path, body), 400, "validation_error");
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "",
  ])("a body that is not application/json is 415: %s", async (type) => {
    expectRefusal(
      await post(path, JSON.stringify(good), { "content-type": type }),
      415,
      "unsupported_media_type",
    );
  });

  test("a body over 1 MiB is 413, whether its length is told or not, and the connection goes on", async () => {
    const padding = "x".repeat(64 * 1024);
    const told = await post(path, JSON.stringify({ ...good, x: padding.repeat(17) }));
    const untold = await post(path, inChunks(Array<string>(40).fill(padding)));
    for (const reply of [told, untold]) expectRefusal(reply, 413, "payload_too_large");
    expectRefusal(await post(path, "["), 400, "validation_error");
  });

  test("a field of another type, or a text that no database holds, is 400 and named, its value not", async () => {
    for (const field of Object.keys(good).filter((name) => !["questions", "answers"].includes(name)))
      for (const value of NO_TEXT) {
        const rest = JSON.stringify({ ...good, [field]: undefined }).slice(1);
        const reply = await post(path, `{"${field}":${value}${rest === "}" ? "" : ","}${rest}`);
        expectRefusal(reply, 400, "validation_error");
        expect(reply.text).toContain(field);
      }
  });
});

describe.each([
  ["GET", "/api/v1/workspaces/ID/agent-keys", undefined],
  ["POST", "/api/v1/workspaces/ID/agent-keys", { name: "x" }],
  ["DELETE", "/api/v1/workspaces/ID/agent-keys/any", undefined],
  ["DELETE", "/api/v1/workspaces/default/agent-keys/ID", undefined],
  ["GET", "/api/v1/tasks/ID", undefined],
  ["GET", "/api/v1/tasks/ID/sessions", undefined],
  ["POST", "/api/v1/tasks/ID/sessions", {}],
  ["GET", "/api/v1/sessions/ID/messages", undefined],
  ["POST", "/api/v1/sessions/ID/messages", { content: "x" }],
  ["POST", "/api/v1/sessions/ID/turns", {}],
  ["POST", "/api/v1/sessions/ID/end", { state: "failed" }],
  ["GET", "/api/v1/clarification/ID", undefined],
  ["GET", "/api/v1/clarification/ID/wait", undefined],
  ["POST", "/api/v1/clarification/ID/respond", choose("a")],
  ["POST", "/api/v1/clarification/ID/cancel", {}],
] as const)("%s %s", (method, path, body) => {
  test.each(named(ODD_IDS))("%s is the ordinary 404", async (_name, id) => {
    const reply = await send(
      product.server,
      method,
      path.replace("ID", id),
      body === undefined ? {} : { body },
    );
    expectRefusal(reply, 404, "not_found");
  });
});

describe("an answer", () => {
  const respond = (body: unknown) => post("/api/v1/clarification/:pending/respond", body);
  const two = (first: unknown, second: unknown = { question_id: "__proto__" }) => ({
    answers: [first, second],
  });

  test.each([
    ["answers", { answers: "q1" }],
    ["answers", { answers: { length: 2 } }],
    ["answers", { answers: null }],
    ["answers", { answers: Array(20_000).fill({ question_id: "q1" }) }],
    ["answers[0]", two("q1")],
    ["answers[0]", two(null)],
    ["answers[0]", two([])],
    ["answers[0].question_id", two({ question_id: 1 })],
    ["answers[0].question_id", two({ question_id: null })],
    ["answers[0].question_id", two({ question_id: "constructor" })],
    ["answers[1].question_id", two({ question_id: "q1" }, { question_id: "q1" })],
    ["answers[1].question_id", two({ question_id: "__proto__" })],
    ["answers[0].question_id", two({ question_id: "q1\u0000" })],
    ["answers[0].selected_options", two({ question_id: "q1", selected_options: "a" })],
    ["answers[0].selected_options", two({ question_id: "q1", selected_options: { 0: "a" } })],
    ["answers[0].selected_options[0]", two({ question_id: "q1", selected_options: [null] })],
    ["answers[0].selected_options", two({ question_id: "q1", selected_options: ["__proto__"] })],
    ["answers[0].selected_options", two({ question_id: "q1", selected_options: ["a", "A"] })],
    ["answers[0].custom_text", two({ question_id: "q1", custom_text: 5 })],
    ["answers[0].custom_text", two({ question_id: "q1", custom_text: "😀".repeat(2001) })],
    ["answers[0].custom_text", two({ question_id: "q1", custom_text: `${"x".repeat(2000)} ` })],
    ["rejected", { rejected: "true" }],
    ["rejected", { rejected: 1 }],
    ["rejected", { rejected: null }],
    ["reason", { rejected: true, reason: "😀".repeat(2001) }],
    ["reject_reason", { rejected: true, reject_reason: ["x"] }],
  ])("with %s wrong is 400 and names it", async (field, body) => {
    const reply = await respond(body);
    expectRefusal(reply, 400, "validation_error");
    expect(reply.text).toContain(field);
  });

  test.each([
    '{"__proto__":{"answers":[]}}',
    '{"constructor":1}',
    '{"answers":[],"answers":[{}]}',
    '{"a\\u0000":1}',
  ])("in a body with odd keys is judged by its own fields: %s", async (body) =>
    expectRefusal(await respond(body), 400, "validation_error"),
  );
});

describe("a query", () => {
  test.each([
    ["/api/v1/tasks?limit=abc", 400],
    ["/api/v1/tasks?limit=-1", 400],
    ["/api/v1/tasks?limit=1e3", 400],
    ["/api/v1/tasks?limit=99999999999999999999", 400],
    ["/api/v1/tasks?limit=", 400],
    ["/api/v1/tasks?workspace_id=%00", 400],
    ["/api/v1/tasks?workflow_id=%00", 400],
    ["/api/v1/tasks?pending_only=yes", 400],
    ["/api/v1/tasks?include_archived=", 400],
    ["/api/v1/tasks?cursor=x", 400],
    ["/api/v1/tasks?cursor=&pending_only=true&include_archived=false", 200],
    ["/api/v1/events?session_id=%00", 400],
    ["/api/v1/tasks?limit=0", 200],
    ["/api/v1/tasks?limit=100000", 200],
    ["/api/v1/tasks?limit=x&limit=5", 200], // the last one counts
    ["/api/v1/tasks?workspace_id=%ff", 200],
    ["/api/v1/tasks?workspace_id=__proto__&__proto__=x&constructor=y", 200],
  ] as const)("%s is %i", async (path, status) => {
    const reply = await send(product.server, "GET", path);
    expectHarmless(reply);
    expect(reply.status).toBe(status);
    if (status === 400) expectRefusal(reply, 400, "validation_error");
  });

  test("a body that ends before its length, or in no chunk at all, disturbs nobody", async () => {
    const head = `POST /api/v1/tasks HTTP/1.1\r\nHost: 127.0.0.1:${product.server.port}\r\nContent-Type: application/json\r\n`;
    for (const rest of [
      'Content-Length: 1000\r\n\r\n{"title":',
      'Transfer-Encoding: chunked\r\n\r\n5\r\n{"tit\r\n',
    ]) {
      const socket = connect(product.server.port, "127.0.0.1");
      await new Promise((sent) => socket.write(head + rest, sent));
      socket.destroy();
      expect((await send(product.server, "GET", "/api/health")).status).toBe(200);
    }
    const broken = await sendRaw(product.server, `${head}Transfer-Encoding: chunked\r\n\r\nnot hex\r\n`);
    expect([0, 400]).toContain(broken.status);
    expect(errorLines(product.server.output())).toEqual([]);
  });

  test("headers of 20,000 bytes, or that are not ASCII, are refused or ignored", async () => {
    const { port } = product.server;
    const request = (header: string) =>
      `GET /api/v1/events?session_id=x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${header}\r\nConnection: close\r\n\r\n`;
    expect((await sendRaw(product.server, request(`X-Long: ${"x".repeat(20_000)}`))).status).toBe(431);
    for (const header of [
      "Last-Event-ID: \xff\xfe",
      "Authorization: \xff",
      "Cookie: \xff=\xfe; a",
      "Accept: \xff",
    ])
      expect((await sendRaw(product.server, request(header))).status).toBe(404);
  });
});
