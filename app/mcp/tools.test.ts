import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { toolsOf } from "@/lib/mcp/catalogue";
import { SURFACES } from "@/lib/sessions/surface";
import { insertAskedTask } from "@/lib/testing/factories";
import { choose, openSession, question, requestAnswer, send } from "@/lib/testing/http";
import { connectMcp, type McpConnection, postMcp, toolCall } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;
let external: McpConnection;

beforeAll(async () => {
  product = await startProduct();
  external = await connectMcp(product.server);
});
afterAll(async () => {
  await external.close();
  await product.stop();
});

const AGENT_TOOLS = ["ask_user_question_kandev", "check_question_kandev", "get_user_messages_kandev"];
const ANSWER_TOOLS = ["list_pending_questions_kandev", "answer_question_kandev"];

const listTools = async (surface: string) => {
  const session = surface === "external" ? undefined : await openSession(product.server, { surface });
  const mcp = await connectMcp(product.server, session?.token);
  const { tools } = await mcp.client.listTools();
  await mcp.close();
  return tools;
};

describe("S1, S2, S3: surfaces", () => {
  test("S1, S3: the external surface has the two answering tools and no way to ask", async () => {
    const names = (await listTools("external")).map((tool) => tool.name);
    expect(names).toEqual(expect.arrayContaining(ANSWER_TOOLS));
    for (const name of AGENT_TOOLS) expect(names).not.toContain(name);
  });

  test.each(["kanban-task", "office-task", "configuration"])(
    "S2: %s has the asking tools and neither of the answering ones",
    async (surface) => {
      const names = (await listTools(surface)).map((tool) => tool.name);
      expect(names).toEqual(expect.arrayContaining(AGENT_TOOLS));
      for (const name of ANSWER_TOOLS) expect(names).not.toContain(name);
    },
  );

  test.each(SURFACES)("S1, S2, S3: what %s does not list it does not run either", async (surface) => {
    const session = surface === "external" ? undefined : await openSession(product.server, { surface });
    const mcp = await connectMcp(product.server, session?.token);
    const { pendingId } = await insertAskedTask(product.db);
    for (const name of surface === "external" ? AGENT_TOOLS : ANSWER_TOOLS)
      await expect(mcp.call(name, { pending_id: pendingId, ...choose("a") })).rejects.toThrow(/unknown tool/);
    await mcp.close();
    const [row] = await product.sql`
      SELECT metadata ->> 'status' AS status FROM task_session_messages WHERE pending_id = ${pendingId}`;
    expect(row).toEqual({ status: "pending" });
  });

  test.each(SURFACES)(
    "%s lists exactly the catalogue, each tool described for the model",
    async (surface) => {
      const tools = await listTools(surface);
      expect(tools.map((tool) => tool.name)).toEqual(toolsOf(surface).map((tool) => tool.name));
      for (const tool of tools) {
        expect(tool.name).toMatch(/^[a-z_]+_kandev$/);
        expect(tool.title).toBeTruthy();
        expect(tool.description?.length).toBeGreaterThan(40);
        expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
        expect(tool.outputSchema).toMatchObject({ type: "object" });
      }
    },
  );
});

const schemaOf = async (name: string, surface = "external") => {
  const tool = (await listTools(surface)).find((listed) => listed.name === name);
  return z
    .looseObject({ required: z.array(z.string()).optional(), properties: z.record(z.string(), z.unknown()) })
    .parse(tool?.inputSchema);
};

describe("N9: arguments", () => {
  test("N1, N9: the answer tool requires pending_id and nothing else; answers mirrors the asked options", async () => {
    const schema = await schemaOf("answer_question_kandev");
    expect(schema.required).toEqual(["pending_id"]);
    expect(Object.keys(schema.properties)).toEqual([
      "pending_id",
      "answers",
      "rejected",
      "reason",
      "reject_reason",
    ]);
    expect(schema.properties).toMatchObject({
      pending_id: { type: "string" },
      rejected: { type: "boolean" },
      reason: { type: "string" },
      answers: {
        type: "array",
        items: {
          type: "object",
          required: ["question_id"],
          properties: {
            question_id: { type: "string" },
            selected_options: { type: "array", items: { type: "string" } },
            custom_text: { type: "string" },
          },
        },
      },
    });
  });

  test("N9: the list tool requires nothing", async () => {
    const schema = await schemaOf("list_pending_questions_kandev");
    expect(schema.required ?? []).toEqual([]);
    expect(schema.properties).toMatchObject({
      workspace_id: { type: "string" },
      created_since: { type: "string" },
      cursor: { type: "string" },
      limit: { type: "number" },
    });
  });

  test("the ask tool says 1 to 4 questions and requires a prompt and options", async () => {
    const schema = await schemaOf("ask_user_question_kandev", "kanban-task");
    expect(schema.required).toEqual(["questions"]);
    expect(schema.properties).toMatchObject({
      questions: { type: "array", minItems: 1, maxItems: 4, items: { required: ["prompt", "options"] } },
      context: { type: "string" },
      context_paragraphs: { type: "array", items: { type: "string" } },
    });
  });

  test.each([
    ["list_pending_questions_kandev", {}, "workspace"],
    ["list_pending_questions_kandev", {}, "task_id"], // beside no pending_id it is an argument like any other
    ["answer_question_kandev", { pending_id: "x" }, "answer"],
    ["answer_question_kandev", { pending_id: "x" }, "session_id"],
  ])(
    "%s %j: the unknown argument %s is refused by name, and its value is not repeated",
    async (tool, args, name) => {
      const outcome = await external.call(tool, { ...args, [name]: "a-secret-value" });
      expect(outcome).toEqual({ isError: true, text: `validation_error: unknown argument "${name}"` });
    },
  );

  test("N5: a task_id beside a pending_id is ignored, whatever it is", async () => {
    for (const task_id of ["somebody-elses", 5, null, { deep: [] }]) {
      const { pendingId } = await insertAskedTask(product.db);
      const outcome = await external.call("answer_question_kandev", {
        pending_id: pendingId,
        task_id,
        ...choose("a"),
      });
      expect(outcome.structured).toMatchObject({ claimed: true });
    }
  });
});

describe("results", () => {
  test("N2, N3, N4: a success is one JSON text and the same object structured, as its schema says", async () => {
    const { pendingId } = await insertAskedTask(product.db);
    const args = { pending_id: pendingId, ...choose("a") };
    for (const outcome of [
      await external.call("answer_question_kandev", args),
      await external.call("answer_question_kandev", args),
      await external.call("list_pending_questions_kandev", { limit: 1 }),
    ]) {
      expect(outcome.isError).toBe(false);
      expect(JSON.parse(outcome.text)).toEqual(outcome.structured);
    }
  });

  test("the agent's tools too, in each of their outcomes", async () => {
    const session = await openSession(product.server);
    const mcp = await connectMcp(product.server, session.token);
    const pendingId = await requestAnswer(product.server, session, [question("Sure?")]);
    const check = () => mcp.call("check_question_kandev", { pending_id: pendingId });
    const outcomes = [await check(), await mcp.call("get_user_messages_kandev")];
    await send(product.server, "POST", `/api/v1/clarification/${pendingId}/respond`, {
      body: { rejected: true, reason: "no" },
    });
    outcomes.push(await check(), await check());
    await mcp.close();
    for (const outcome of outcomes) expect(JSON.parse(outcome.text)).toEqual(outcome.structured);
    expect(outcomes.map((outcome) => outcome.structured)).toMatchObject([
      { pending_id: pendingId, status: "pending" },
      { messages: [] },
      { status: "rejected", response: { rejected: true, reject_reason: "no" } },
      { status: "rejected", response: { rejected: true } },
    ]);
  });

  test("N4a, N5: a failure is one text `<code>: <message>` without structuredContent", async () => {
    const { pendingId } = await insertAskedTask(product.db, { questions: [{ status: "cancelled" }] });
    const answer = (args: object) => external.call("answer_question_kandev", { ...args });
    expect(await answer({ pending_id: pendingId, ...choose("a") })).toEqual({
      isError: true,
      text: "not_active: clarification request is no longer active",
    });
    expect(await answer({ pending_id: "nobody-asked", ...choose("a") })).toEqual({
      isError: true,
      text: "not_found: clarification request not found",
    });
    expect(await answer({ pending_id: "" })).toEqual({
      isError: true,
      text: "validation_error: pending_id: must not be empty",
    });
    const raw = await postMcp(product.server, toolCall("answer_question_kandev", { pending_id: "" }));
    expect(Object.keys((raw.json as { result: object }).result).sort()).toEqual(["content", "isError"]);
  });
});

describe("list_tasks_kandev", () => {
  test("T1, T2: one call finds the tasks that wait, over MCP and REST the same; a task that waits for nothing has null twice", async () => {
    const { taskId } = await insertAskedTask(product.db);
    const quiet = await openSession(product.server);
    const page = z.looseObject({ tasks: z.array(z.looseObject({ id: z.string() })) });
    const listed = page.parse((await external.call("list_tasks_kandev", { pending_only: true })).structured);
    expect(listed.tasks[0]).toMatchObject({
      id: taskId,
      task_pending_action: "clarification",
      primary_session_pending_action: "clarification",
    });
    expect(listed.tasks.map(({ id }) => id)).not.toContain(quiet.taskId);
    const all = await external.call("list_tasks_kandev", {});
    expect(page.parse(all.structured).tasks.find(({ id }) => id === quiet.taskId)).toMatchObject({
      task_pending_action: null,
      primary_session_pending_action: null,
    });
    expect((await send(product.server, "GET", "/api/v1/tasks?limit=50")).json).toEqual(all.structured);
    expect((await send(product.server, "GET", "/api/v1/tasks?pending_only=true&limit=50")).json).toEqual(
      listed,
    );
  });
});
