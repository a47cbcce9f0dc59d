import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { respondPath, send, sendOk } from "@/lib/testing/http";
import { followAgent, type LaunchedAgent, type Permission } from "@/lib/testing/launched-agent";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const PASSWORD = "only-for-the-demo-4711";

/** The demo as its button starts it, and its only session. */
async function startDemo(server: TestServer = product.server): Promise<LaunchedAgent> {
  const reply = await send(server, "POST", "/api/v1/demo", { body: {} });
  expect(reply.status).toBe(202);
  const { task_id } = z.strictObject({ task_id: z.string() }).parse(reply.json);
  const { sessions } = await sendOk(
    z.object({ sessions: z.tuple([z.object({ id: z.string() })]) }),
    server,
    "GET",
    `/api/v1/tasks/${task_id}/sessions`,
  );
  return followAgent(server, task_id, sessions[0].id);
}

async function decide(agent: LaunchedAgent, prompt: Permission | undefined, optionId: string): Promise<void> {
  if (prompt === undefined) throw new Error("no prompt");
  const { request_id, task_id, session_id, pending_id } = prompt;
  const reply = await send(agent.server, "POST", `/api/v1/permissions/${request_id}/respond`, {
    body: { task_id, session_id, pending_id, option_id: optionId },
  });
  expect(reply.json).toMatchObject({ status: "resolved", option_id: optionId });
}

/** The prompts by what they are about, once so many are open. */
async function byType(agent: LaunchedAgent, count: number): Promise<Record<string, Permission>> {
  return Object.fromEntries((await agent.prompts(count)).map((prompt) => [prompt.action.type, prompt]));
}

const pending = z.object({ pending_id: z.string(), status: z.literal("pending") });

async function openQuestions(agent: LaunchedAgent): Promise<string[]> {
  const rows = (await agent.messages()).filter(({ type }) => type === "clarification_request");
  return rows.flatMap(({ metadata }) => {
    const { data } = pending.safeParse(metadata);
    return data === undefined ? [] : [data.pending_id];
  });
}

/** Answers the question that is open, or will be, and of which so many parts are asked at once. */
async function respond(agent: LaunchedAgent, parts: number, body: unknown): Promise<void> {
  await expect.poll(() => openQuestions(agent), { timeout: 20_000 }).toHaveLength(parts);
  const [pendingId = ""] = await openQuestions(agent);
  expect(await send(agent.server, "POST", respondPath(pendingId), { body })).toMatchObject({ status: 200 });
}

const database = { answers: [{ question_id: "q1", selected_options: ["q1_opt1"] }] };
const decisions = {
  answers: [
    { question_id: "q1", selected_options: ["q1_opt2"] },
    { question_id: "q2", custom_text: "after lunch" },
    { question_id: "q3", selected_options: ["q3_opt1", "q3_opt2"] },
  ],
};
const no = (reject_reason?: string) => ({
  answers: [],
  rejected: true,
  ...(reject_reason && { reject_reason }),
});

/** Waits until the agent has said so, and so often. */
const waitToHear = (agent: LaunchedAgent, words: string, times = 1) =>
  expect
    .poll(async () => (await agent.said()).filter((line) => String(line).includes(words)).length)
    .toBe(times);

/** What the agent said last. */
const lastWords = async (agent: LaunchedAgent) => String((await agent.said()).at(-1));

/** Title and status of every tool call of the newest turn. */
async function toolCalls(agent: LaunchedAgent): Promise<Record<string, unknown>> {
  const messages = await agent.messages();
  const calls = messages.filter(
    ({ type, turn_id }) => type === "tool_call" && turn_id === messages.at(-1)?.turn_id,
  );
  return Object.fromEntries(
    calls.map(({ content, metadata: { status } }): [string, unknown] => [content, status]),
  );
}

const TESTS = "PGPASSWORD=[redacted] npm test -- orders";

test("the demo runs to its end over REST, remembers what was always allowed, and starts again when it is told to", async () => {
  const agent = await startDemo();
  const [command] = await agent.prompts();
  expect(command?.action).toMatchObject({
    type: "command",
    command: TESTS,
    cwd: "/srv/shop",
    redacted: true,
  });
  expect(command?.options.map(({ kind }) => kind)).toEqual(["allow_once", "allow_always", "reject_once"]);
  await decide(agent, command, "allow-always");
  await respond(agent, 1, database);
  await respond(agent, 3, decisions);
  const { file_write, network, mcp_tool } = await byType(agent, 3);
  expect(file_write?.action).toMatchObject({ path: "/srv/shop/db/migrations/0042_orders.sql" });
  expect(network?.action).toMatchObject({
    destination: "https://chat.example.com/hooks/orders",
    redacted: true,
  });
  expect(mcp_tool?.action).toMatchObject({ server: "github", tool: "create_pull_request" });
  await decide(agent, network, "reject-once");
  await decide(agent, mcp_tool, "allow-always");
  await decide(agent, file_write, "allow-once");
  await agent.waitFor("idle");

  const messages = await agent.messages();
  expect(JSON.stringify(messages)).not.toContain(PASSWORD);
  expect(messages.find(({ type }) => type === "agent_plan")?.metadata).toMatchObject({
    entries: Array.from({ length: 4 }, () => ({ status: "completed" })),
  });
  expect(messages.some(({ type }) => type === "thinking")).toBe(true);
  expect(await toolCalls(agent)).toEqual({
    "Read db/schema/orders.ts": "completed",
    [TESTS]: "completed",
    ask_user_question_kandev: "completed",
    "Write db/migrations/0042_orders.sql": "completed",
    "Tell the team that the migration is coming": "failed",
    "Open a pull request": "completed",
  });
  const summary = await lastWords(agent);
  for (const line of [
    "- The tests: **always allowed**",
    "- Database: **PostgreSQL**",
    "- Old column: **Keep it for a release**",
    "- Backfill: **after lunch**",
    "- Reviewers: **Backend team, Data team**",
    "- The migration: **allowed once**",
    "- The note to the team: **denied**",
    "- The pull request: **always allowed**",
  ])
    expect(summary).toContain(line);

  await agent.send("What is this?");
  await waitToHear(agent, "You wrote:\n\n> What is this?");
  await agent.waitFor("idle");
  await agent.send("again");
  await respond(agent, 1, database); // without a prompt for the command
  await respond(agent, 3, decisions);
  const rest = await byType(agent, 2);
  expect(Object.keys(rest).sort()).toEqual(["file_write", "network"]);
  for (const prompt of Object.values(rest)) await decide(agent, prompt, "allow-once");
  await agent.waitFor("idle");
  expect(await lastWords(agent)).toContain("- The tests: **allowed before**");
});

test("whoever denies everything is told that everything was left", async () => {
  const agent = await startDemo();
  await decide(agent, (await agent.prompts())[0], "reject-once");
  await respond(agent, 1, no("not today"));
  await respond(agent, 3, no());
  for (const prompt of await agent.prompts(3)) await decide(agent, prompt, "reject-once");
  await agent.waitFor("idle");
  expect(await toolCalls(agent)).toEqual({
    "Read db/schema/orders.ts": "completed",
    [TESTS]: "failed",
    ask_user_question_kandev: "completed",
    "Write db/migrations/0042_orders.sql": "failed",
    "Tell the team that the migration is coming": "failed",
    "Open a pull request": "failed",
  });
  const summary = await lastWords(agent);
  expect(summary.match(/\*\*denied\*\*/g)).toHaveLength(4);
  expect(summary).toContain("- Declined: not today\n- Declined\n");
  expect(summary).not.toMatch(/allowed/);
});

test("a demo that is stopped withdraws its prompt, and goes on later where its question is answered", async () => {
  const agent = await startDemo();
  const stop = async () => {
    const reply = await send(agent.server, "POST", `/api/v1/sessions/${agent.sessionId}/cancel`, {
      body: {},
    });
    expect(reply.json).toEqual({ cancelled: true });
    expect((await agent.messages()).at(-1)).toMatchObject({ type: "status", content: "Stopped." });
  };
  await agent.prompts();
  await stop();
  expect(await agent.permissions()).toEqual([]);
  expect((await toolCalls(agent))[TESTS]).toBe("ended");

  await agent.send("again");
  await decide(agent, (await agent.prompts())[0], "allow-once");
  await expect.poll(() => openQuestions(agent)).toHaveLength(1);
  await stop();
  await respond(agent, 1, database);
  await waitToHear(agent, "Thank you, I go on with that:\n\n> PostgreSQL");
  await respond(agent, 3, decisions);
  await agent.prompts(3);
  await stop();
  expect(await agent.permissions()).toEqual([]);
});

test("a question whose call ends without an answer is answered later, also by a demo agent that was started anew", async () => {
  const server = await product.start({ KANDEV_QUESTION_WAIT_SECONDS: "1" });
  const agent = await startDemo(server);
  await decide(agent, (await agent.prompts())[0], "allow-once");
  const given = "My call ended before you answered (wait_ended)";
  await waitToHear(agent, given);
  await respond(agent, 1, database);
  await waitToHear(agent, given, 2);
  expect(await server.stop()).toBe(0);

  const elsewhere = agent.through(product.server);
  await respond(elsewhere, 3, decisions);
  await waitToHear(elsewhere, "> Keep it for a release\n> after lunch\n> Backend team, Data team");
  for (const prompt of await elsewhere.prompts(3)) await decide(elsewhere, prompt, "allow-once");
  await elsewhere.waitFor("idle");
  expect(await lastWords(elsewhere)).toContain("- Answered later: **after lunch**");
});

test("contract 1: `npm run demo` connects as any agent does, asks, and prints what it was answered", async () => {
  const child = spawn("npm", ["run", "--silent", "demo", "--", "--url", product.server.url], {
    stdio: "pipe",
  });
  const output = text(child.stdout);
  const taskId = await new Promise<string>((resolve) =>
    child.stdout.on("data", (chunk: Buffer) => {
      const [, id] = /\/tasks\/(\S+)/.exec(chunk.toString()) ?? [];
      if (id !== undefined) resolve(id);
    }),
  );
  const { sessions } = await sendOk(
    z.object({ sessions: z.tuple([z.object({ id: z.string() })]) }),
    product.server,
    "GET",
    `/api/v1/tasks/${taskId}/sessions`,
  );
  const agent = followAgent(product.server, taskId, sessions[0].id);
  await respond(agent, 1, database);
  await respond(agent, 3, no("not today"));
  const lines = (await output).trim().split("\n");
  expect(lines[0]).toBe(`The agent is connected. Answer it at ${product.server.url}/tasks/${taskId}`);
  expect(lines[1]).toBe("asking: Which database should the migration target?");
  expect(lines[2]).toMatch(/^was told: \{"pending_id":.*"selected_options":\["q1_opt1"\]/);
  expect(lines[3]).toMatch(/^asking: .* \/ .* \/ /);
  expect(lines[4]).toMatch(/^was told: .*"reject_reason":"not today"/);
  expect(lines).toHaveLength(5);
});
