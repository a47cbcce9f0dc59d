import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { toolsOf } from "@/lib/mcp/catalogue";
import {
  choose,
  openSession,
  type OpenSession,
  question,
  type Reply,
  requestAnswer,
} from "@/lib/testing/http";
import {
  digestRows,
  expectHarmless,
  expectRefusal,
  inChunks,
  named,
  NO_TEXT,
  NOT_AN_OBJECT,
} from "@/lib/testing/hostile";
import { modernRequest, postMcp, toolCall } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;
let session: OpenSession;
let pendingId: string;
let before: Awaited<ReturnType<typeof digestRows>>;

beforeAll(async () => {
  product = await startProduct();
  session = await openSession(product.server);
  pendingId = await requestAnswer(product.server, session);
  await postMcp(product.server, ping, AGENT()); // its first call is recorded
});
beforeEach(async () => {
  before = await digestRows(product.sql);
});
afterEach(async () => {
  expect(await digestRows(product.sql)).toEqual(before);
});
afterAll(() => product.stop());

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
interface Door {
  readonly path: string;
  readonly token?: string;
}
const EXTERNAL = (): Door => ({ path: "/mcp" });
const AGENT = (): Door => ({ path: "/mcp/session", token: session.token });

const toolReply = z.object({
  result: z.strictObject({
    isError: z.literal(true),
    content: z.tuple([z.strictObject({ type: z.literal("text"), text: z.string() })]),
    resultType: z.literal("complete").optional(), // since 2026-07-28
    _meta: z.object({ "io.modelcontextprotocol/serverInfo": z.object({}) }).optional(),
  }),
});

/** Calls a tool with arguments as JSON text, in both generations, and returns the text of the one failure that must come of it. */
async function failWith(tool: string, args: string): Promise<string> {
  const call = toolCall(tool, "ARGS");
  const modern = modernRequest(call);
  const [older, newer] = await Promise.all([post(call, {}), post(modern.body, modern.headers)]);
  expect(newer).toBe(older);
  return older;

  async function post(message: object, headers: Record<string, string>): Promise<string> {
    const body = JSON.stringify(message).replace('"ARGS"', args);
    const isExternal = toolsOf("external").some(({ name }) => name === tool);
    const reply = await postMcp(product.server, body, { ...(isExternal ? EXTERNAL() : AGENT()), headers });
    expectHarmless(reply);
    expect(reply.status).toBe(200);
    const data = /^data: (.*)$/m.exec(reply.text)?.[1] ?? reply.text; // a call that may block is answered as a stream
    const { result } = toolReply.parse(JSON.parse(data));
    expect(result.content[0].text).not.toMatch(/^internal_error/);
    return result.content[0].text;
  }
}

describe.each([
  ["answer_question_kandev", { pending_id: "x", ...choose("a"), reason: "", reject_reason: "" }],
  ["list_pending_questions_kandev", { workspace_id: "", created_since: "", cursor: "" }],
  ["list_tasks_kandev", { workflow_id: "", workspace_id: "", cursor: "" }],
  ["ask_user_question_kandev", { questions: [question("x")], context: "" }],
  ["check_question_kandev", { pending_id: "x" }],
] as const)("%s", (tool, good) => {
  test("an argument of another type, or a text that no database holds, is named, its value not", async () => {
    for (const name of Object.keys(good).filter((key) => !["answers", "questions"].includes(key)))
      for (const value of NO_TEXT) {
        const rest = JSON.stringify({ ...good, [name]: undefined }).slice(1);
        const args = `{"${name}":${value}${rest === "}" ? "" : ","}${rest}`;
        expect(await failWith(tool, args)).toMatch(new RegExp(`^validation_error: ${name}`));
      }
  });

  test("an unknown argument is refused by name, a very long name cut", async () => {
    for (const name of ["x", "Pending_id", "constructor", "toString", "🙂", "n".repeat(100_000)]) {
      const text = await failWith(tool, JSON.stringify({ ...good, [name]: "a-secret-value" }));
      expect(text).toBe(`validation_error: unknown argument ${JSON.stringify(name.slice(0, 64))}`);
    }
  });

  test("deep and huge values are refused", async () => {
    const [name = ""] = Object.keys(good);
    for (const value of ["[".repeat(50_000) + "]".repeat(50_000), `[${"{},".repeat(100_000)}{}]`]) {
      const rest = JSON.stringify({ ...good, [name]: undefined }).slice(1);
      expect(await failWith(tool, `{"${name}":${value}${rest === "}" ? "" : ","}${rest}`)).toMatch(
        /^validation_error: /,
      );
    }
  });
});

describe("ids", () => {
  test.each(named(["nobody", "x".repeat(10_000), "__proto__", "%00", "'; DROP TABLE tasks", " "]))(
    "N5: nobody's pending_id is not found: %s",
    async (_name, id) => {
      for (const tool of ["answer_question_kandev", "check_question_kandev"]) {
        const args = { pending_id: id, ...(tool.startsWith("answer") && choose("a")) };
        expect(await failWith(tool, JSON.stringify(args))).toBe("not_found: clarification request not found");
      }
    },
  );

  test.each(["answer_question_kandev", "check_question_kandev"])("%s without one says so", async (tool) => {
    expect(await failWith(tool, "{}")).toMatch(/^validation_error: pending_id/);
    expect(await failWith(tool, '{"pending_id":""}')).toBe("validation_error: pending_id: must not be empty");
  });

  test("answers that are not those of the bundle are named", async () => {
    for (const [field, answers] of [
      ["answers", []],
      ["answers", [{ question_id: "q1" }, { question_id: "q1" }]],
      ["question_id", [{ question_id: "__proto__" }]],
      ["selected_options", [{ question_id: "q1", selected_options: ["constructor"] }]],
      ["custom_text", [{ question_id: "q1", custom_text: "😀".repeat(2001) }]],
    ] as const)
      expect(
        await failWith("answer_question_kandev", JSON.stringify({ pending_id: pendingId, answers })),
      ).toMatch(new RegExp(`^validation_error: .*${field}`));
  });
});

describe("L13: list_pending_questions_kandev", () => {
  const encode = (text: string) => Buffer.from(text).toString("base64url");

  const times = [
    "yesterday",
    "2026-01-01",
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-01T25:00:00Z",
    "2026-01-01T00:00:60Z",
    "2026-01-01T00:00:00",
    "2026-01-01 00:00:00Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+15:60",
    "2026-01-01T00:00:00+23:59", // PostgreSQL knows no such zone
    "0000-01-01T00:00:00Z",
    "+012026-01-01T00:00:00Z",
    `2026-01-01T00:00:00.${"1".repeat(200)}Z`,
    "infinity",
    "now",
    "1767225600",
  ];
  test.each(named(times))(
    "L13: a created_since that is no time is named: %s",
    async (_name, created_since) => {
      expect(await failWith("list_pending_questions_kandev", JSON.stringify({ created_since }))).toMatch(
        /^validation_error: created_since/,
      );
    },
  );

  const cursors = [
    "x",
    "=",
    "🙂",
    "a b",
    encode("2026-01-01T00:00:00Z"),
    encode("2026-01-01T00:00:00Z|"),
    encode("|x"),
    encode("yesterday|x"),
    encode("2026-01-01T00:00:00+23:59|x"),
    encode(`2026-01-01T00:00:00.${"1".repeat(200)}Z|x`),
    encode("2026-01-01T00:00:00Z|a\0b"),
    `${encode("2026-01-01T00:00:00Z|x")}!`,
    Buffer.from("2026-01-01T00:00:00Z|\xff\xfe", "latin1").toString("base64url"),
    "A".repeat(100_000),
  ];
  test.each(named(cursors))(
    "L13: a cursor that the tool never returned is named: %s",
    async (_name, cursor) => {
      for (const tool of ["list_pending_questions_kandev", "list_tasks_kandev"])
        expect(await failWith(tool, JSON.stringify({ cursor }))).toMatch(/^validation_error: cursor/);
    },
  );

  test("L8: times at the edge of what is a time are taken", async () => {
    for (const created_since of [
      "0001-01-01T00:00:00+15:59",
      "9999-12-31T23:59:59.999999999-15:59",
      "2026-01-01t00:00:00.5z",
      "2026-01-01T00:00:00-00:00",
    ]) {
      const reply = await postMcp(
        product.server,
        toolCall("list_pending_questions_kandev", { created_since }),
      );
      expect(reply.text).toContain('"structuredContent":{"bundles":');
    }
  });

  test.each(['"5"', "null", "[]", "true"])("L10: a limit that is no number is named: %s", async (limit) => {
    expect(await failWith("list_pending_questions_kandev", `{"limit":${limit}}`)).toMatch(
      /^validation_error: limit/,
    );
  });

  test.each(["0", "-5", "1e300", "-1e300", "0.5", "201", "1e-300"])(
    "L10: any number is a limit: %s",
    async (limit) => {
      const body = JSON.stringify(toolCall("list_pending_questions_kandev", "ARGS"));
      const reply = await postMcp(product.server, body.replace('"ARGS"', `{"limit":${limit}}`));
      expect(reply.text).toContain('"structuredContent":{"bundles":');
    },
  );

  test.each(["-1", '"5"', "null", "1e999"])("check_question_kandev: no wait_seconds: %s", async (seconds) => {
    const text = await failWith("check_question_kandev", `{"pending_id":"x","wait_seconds":${seconds}}`);
    expect(text).toMatch(/^validation_error: wait_seconds/);
  });
});

describe.each([
  ["/mcp", EXTERNAL],
  ["/mcp/session", AGENT],
] as const)("%s", (_path, to) => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    postMcp(product.server, body, { ...to(), headers });

  test.each(NOT_AN_OBJECT)("%s is refused", async (_what, body) => {
    const reply = await post(body);
    expectHarmless(reply);
    expect(reply.status === 400 || (body === "[]" && reply.status === 202)).toBe(true);
  });

  test("a body over 1 MiB is 413, another type of body 415, and neither breaks the connection", async () => {
    expectRefusal(
      await post(JSON.stringify({ ...ping, x: "x".repeat(2_000_000) })),
      413,
      "payload_too_large",
    );
    expectRefusal(
      await post(inChunks(Array<string>(20).fill("x".repeat(100_000)))),
      413,
      "payload_too_large",
    );
    expectRefusal(await post(ping, { "content-type": "text/plain" }), 415, "unsupported_media_type");
    expect((await post(ping)).json).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  test.each([
    ["an id that is an object", { ...ping, id: {} }],
    ["an id that is null", { ...ping, id: null }],
    ["no method", { jsonrpc: "2.0", id: 1 }],
    ["a method that is a number", { ...ping, method: 5 }],
    ["another version", { ...ping, jsonrpc: "1.0" }],
    ["params that are a text", { ...ping, params: "x" }],
    ["a tool call without a name", { ...ping, method: "tools/call", params: { arguments: {} } }],
    ["a tool call whose name is a number", { ...ping, method: "tools/call", params: { name: 5 } }],
    ["arguments that are a list", toolCall("list_pending_questions_kandev", ["a-secret-value"])],
    ["arguments that are a text", toolCall("list_pending_questions_kandev", "a-secret-value")],
    ["a tool that is not there", toolCall("x".repeat(100_000), {})],
    ["a tool called constructor", toolCall("constructor", {})],
    ["an unknown method", { ...ping, method: "prompts/list" }],
    ["a cancellation of nothing", { jsonrpc: "2.0", method: "notifications/cancelled", params: {} }],
    [
      "a cancellation of an object",
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: {} } },
    ],
    ["a thousand calls of nothing", Array(1000).fill({ ...ping, method: "nothing" })],
  ])("%s is a JSON-RPC error or nothing, never a result", async (_what, body) => {
    const reply = await post(body);
    expectHarmless(reply);
    expect(reply.text).not.toMatch(/"result"|a-secret-value/);
    expect([200, 202, 400]).toContain(reply.status);
    if (reply.status === 200) expect(reply.text).toMatch(/"error":\{"code":-32/);
  });

  test("the protocol's versions: each known one is spoken, an unknown one answered with a known one", async () => {
    const initialize = (protocolVersion: string) =>
      post({
        ...ping,
        method: "initialize",
        params: { protocolVersion, capabilities: {}, clientInfo: { name: "x", version: "1" } },
      });
    for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
      const reply = await initialize(version);
      expect(reply.json).toMatchObject({
        result: { protocolVersion: version, serverInfo: { name: "kandev" }, capabilities: { tools: {} } },
      });
      expect(reply.headers.get("mcp-session-id")).toMatch(/^[\x21-\x7e]+$/);
      expect((await post(ping, { "mcp-protocol-version": version })).status).toBe(200);
    }
    expect((await initialize("1999-01-01")).json).toMatchObject({
      result: { protocolVersion: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) as string },
    });
    expect((await post(ping, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
    expect((await post(ping)).status).toBe(200); // no header at all: a client of 2025-03-26
  });

  test("a GET has no stream, a DELETE no session to end, a notification gets 202", async () => {
    const { path, token } = to();
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const url = product.server.url + path;
    const got = await fetch(url, { headers: { ...headers, accept: "text/event-stream" } });
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    await got.text();
    expect((await fetch(url, { method: "DELETE", headers })).status).toBe(405);
    expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
    expect((await post(ping, { accept: "text/html" })).status).toBe(406);
  });
});

describe.each([
  ["/mcp", EXTERNAL],
  ["/mcp/session", AGENT],
] as const)("%s as of 2026-07-28", (_path, to) => {
  const { headers } = modernRequest({ method: "tools/list" });
  const list = { ...ping, ...modernRequest({ method: "tools/list" }).body };
  const raw = (body: unknown, more: Record<string, string> = {}) =>
    postMcp(product.server, body, { ...to(), headers: { ...headers, ...more } });

  test.each(NOT_AN_OBJECT)("%s is refused", async (_what, body) => {
    const reply = await raw(body);
    expectHarmless(reply);
    expect(reply.status).toBe(400);
  });

  test("a body over 1 MiB is 413, another type of body 415, and neither breaks the connection", async () => {
    expectRefusal(await raw(JSON.stringify({ ...list, x: "x".repeat(2_000_000) })), 413, "payload_too_large");
    expectRefusal(await raw(inChunks(Array<string>(20).fill("x".repeat(100_000)))), 413, "payload_too_large");
    expectRefusal(await raw(list, { "content-type": "text/plain" }), 415, "unsupported_media_type");
    expect((await raw(list)).json).toMatchObject({ id: 1, result: { resultType: "complete" } });
  });

  const META = "io.modelcontextprotocol";
  test.each([
    ["an id that is an object", { ...list, id: {} }],
    ["an id that is null", { ...list, id: null }],
    ["no method", { ...list, method: undefined }],
    ["a method that is a number", { ...list, method: 5 }],
    ["another version of JSON-RPC", { ...list, jsonrpc: "1.0" }],
    ["params that are a text", { ...list, params: "x" }],
    ["nothing about itself", { ...list, params: { _meta: {} } }],
    ["only its version", { ...list, params: { _meta: { [`${META}/protocolVersion`]: "2026-07-28" } } }],
    ["a version that is a number", { ...list, params: { _meta: { [`${META}/protocolVersion`]: 5 } } }],
    ["a batch", [list, list]],
    ["a thousand calls of nothing", Array(1000).fill({ ...list, method: "nothing" })],
  ])("%s is a JSON-RPC error, never a result", async (_what, message) => {
    expectError(await raw(message));
  });

  test.each([
    ["a tool call without a name", { method: "tools/call", params: { arguments: {} } }],
    ["a tool call whose name is a number", { method: "tools/call", params: { name: 5 } }],
    ["arguments that are a list", toolCall("list_pending_questions_kandev", ["a-secret-value"])],
    ["arguments that are a text", toolCall("list_pending_questions_kandev", "a-secret-value")],
    ["a tool that is not there", toolCall("x".repeat(10_000), {})],
    ["a tool called constructor", toolCall("constructor", {})],
    ["an unknown method", { method: "kandev/nothing" }],
    ["a method called constructor", { method: "constructor" }],
  ])("%s is a JSON-RPC error, never a result", async (_what, message) => {
    const modern = modernRequest({ ...ping, ...message });
    expectError(await raw(modern.body, modern.headers));
  });

  function expectError(reply: Reply): void {
    expectHarmless(reply);
    expect(reply.text).not.toMatch(/"result"|a-secret-value/);
    expect([200, 400, 404]).toContain(reply.status);
    expect(reply.text).toMatch(/"error":\{"code":-32/);
  }
});
