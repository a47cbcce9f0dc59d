import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { insertUser } from "@/lib/testing/factories";
import { choose, openSession, question, respondPath, send, sendOk } from "@/lib/testing/http";
import { launchAgent } from "@/lib/testing/launched-agent";
import { connectMcp, type McpConnection } from "@/lib/testing/mcp-client";
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

const created = z.object({ id: z.string() });
const askedShape = z.object({
  question_id: z.string(),
  status: z.literal("waiting_for_parent"),
  parent_task_id: z.string(),
});
const messagesShape = z.object({ messages: z.array(z.object({ content: z.string() })) });

const newTask = (body: Readonly<Record<string, unknown>>) =>
  sendOk(created, product.server, "POST", "/api/v1/tasks", { body: { title: "Task", ...body } });

/** A parent and an autopilot sub-task of it, each with an agent that somebody else runs. */
async function family() {
  const parent = await openSession(product.server);
  const child = await newTask({ parent_id: parent.taskId, autopilot: true });
  const { mcp } = await sendOk(
    z.object({ mcp: z.object({ token: z.string() }), session: created }),
    product.server,
    "POST",
    `/api/v1/tasks/${child.id}/sessions`,
    { body: {} },
  );
  const [above, below] = [
    await connectMcp(product.server, parent.token),
    await connectMcp(product.server, mcp.token),
  ];
  return {
    parent,
    childId: child.id,
    above,
    below,
    close: () => Promise.all([above.close(), below.close()]),
  };
}

const ask = (prompt = "Which branch?") => ({
  questions: [question(prompt)],
  context: "The release is near.",
});
const toolNames = async ({ client }: McpConnection) =>
  (await client.listTools()).tools.map(({ name }) => name);
const collected = async (mcp: McpConnection) =>
  messagesShape
    .parse((await mcp.call("get_user_messages_kandev")).structured)
    .messages.map(({ content }) => content);

test("S3: an agent on autopilot asks its parent and no person, every other agent a person and no parent", async () => {
  const { above, below, close } = await family();
  const [parents, childs] = [await toolNames(above), await toolNames(below)];
  expect(parents).toContain("ask_user_question_kandev");
  expect(parents).not.toContain("ask_parent_question_kandev");
  expect(childs).toContain("ask_parent_question_kandev");
  expect(childs).not.toContain("ask_user_question_kandev");
  await expect(below.call("ask_user_question_kandev", ask())).rejects.toThrow(/unknown tool/);
  await expect(above.call("ask_parent_question_kandev", ask())).rejects.toThrow(/unknown tool/);
  expect(await toolNames(external)).not.toContain("ask_parent_question_kandev");
  await close();
});

test("a question to the parent reaches its agent once, is answered by its reply alone, and the reply is the child's next message", async () => {
  const { parent, childId, above, below, close } = await family();
  const asked = askedShape.parse((await below.call("ask_parent_question_kandev", ask())).structured);
  expect(asked.parent_task_id).toBe(parent.taskId);
  expect((await below.call("ask_parent_question_kandev", ask())).structured).toEqual(asked); // still the same question
  // No person is asked, so nothing says that one is (T2).
  const view = z.object({ task_pending_action: z.null() });
  await sendOk(view, product.server, "GET", `/api/v1/tasks/${childId}`);
  const list = z.object({ tasks: z.array(z.object({ id: z.string() })) });
  const blocked = await sendOk(list, product.server, "GET", "/api/v1/tasks?pending_only=true");
  expect(blocked.tasks.map(({ id }) => id)).not.toContain(childId);
  const [told = "", ...more] = await collected(above);
  expect(more).toEqual([]);
  for (const part of ["Which branch?", "The release is near.", childId, asked.question_id])
    expect(told).toContain(part);

  const plain = await above.call("message_task_kandev", { task_id: childId, content: "Go on meanwhile." });
  expect(plain.structured).toMatchObject({ status: "queued" });
  const reply = { task_id: childId, content: "main", reply_to_question_id: asked.question_id };
  expect((await above.call("message_task_kandev", reply)).structured).toMatchObject({ status: "answered" });
  expect((await above.call("message_task_kandev", reply)).structured).toMatchObject({
    status: "answered",
    message_id: "",
  });
  expect(await collected(below)).toEqual(["Go on meanwhile.", "main"]);
  await close();
});

test("L12, A5: external answering knows nothing of a question to the parent", async () => {
  const { below, close } = await family();
  const { question_id } = askedShape.parse(
    (await below.call("ask_parent_question_kandev", ask("Hidden?"))).structured,
  );
  expect((await external.call("list_pending_questions_kandev")).text).not.toContain(question_id);
  const answer = await external.call("answer_question_kandev", { pending_id: question_id, ...choose("a") });
  expect(answer.text).toBe("not_found: clarification request not found");
  expect((await send(product.server, "POST", respondPath(question_id), { body: choose("a") })).status).toBe(
    404,
  );
  await close();
});

test("an agent says something to its own sub-tasks only, and a reply needs a question of that task", async () => {
  const [mine, theirs] = [await family(), await family()];
  const { question_id } = askedShape.parse(
    (await theirs.below.call("ask_parent_question_kandev", ask())).structured,
  );
  const foreign = await mine.above.call("message_task_kandev", { task_id: theirs.childId, content: "x" });
  const nothing = await mine.above.call("message_task_kandev", { task_id: "none", content: "x" });
  expect(foreign).toEqual(nothing);
  expect(foreign.text).toBe("not_found: task not found");
  const wrong = { task_id: mine.childId, content: "x", reply_to_question_id: question_id };
  expect((await mine.above.call("message_task_kandev", wrong)).text).toBe("not_found: question not found");
  expect(await collected(mine.below)).toEqual([]);
  await Promise.all([mine.close(), theirs.close()]);
});

test("a message to a task waits behind an open question of an agent of ours, and is never its answer", async () => {
  const agent = await launchAgent(product.server, [{ ask: { questions: [question("Sure?")] } }]);
  await agent.waitFor("waiting_for_input");
  const sent = await external.call("message_task_kandev", { task_id: agent.taskId, content: "later" });
  expect(sent.structured).toMatchObject({ session_id: agent.sessionId, status: "queued" });
  const pending = z
    .object({ bundles: z.array(z.object({ pending_id: z.string(), task_id: z.string() })) })
    .parse((await external.call("list_pending_questions_kandev")).structured)
    .bundles.find(({ task_id }) => task_id === agent.taskId);
  const said = async () => JSON.stringify(await agent.said());
  expect(await said()).not.toContain("later");
  await external.call("answer_question_kandev", { pending_id: pending?.pending_id ?? "", ...choose("a") });
  await expect.poll(said, { timeout: 20_000 }).toContain("later");
});

test("with accounts a stranger cannot say anything to a task", async () => {
  const server = await product.start({ KANDEV_AUTH: "enabled" });
  const [ada, eve] = [await insertUser(product.db), await insertUser(product.db)];
  const { taskId } = await openSession(server, { token: ada.token });
  const stranger = await connectMcp(server, eve.token);
  const foreign = await stranger.call("message_task_kandev", { task_id: taskId, content: "x" });
  expect(foreign).toEqual(await stranger.call("message_task_kandev", { task_id: "none", content: "x" }));
  await stranger.close();
});
