import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { choose, respondPath, send } from "@/lib/testing/http";
import { addScriptedProfile, launchAgent, type LaunchedAgent } from "@/lib/testing/launched-agent";
import { isRunning } from "@/lib/testing/is-running";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop([/resuming the agent failed/, /delivery failed/]));

const status = async (agent: LaunchedAgent) =>
  (await agent.messages()).filter(({ type }) => type === "status").map(({ content }) => content);

const waitForStatus = (agent: LaunchedAgent, expected: RegExp) =>
  expect.poll(async () => (await status(agent)).join("\n"), { timeout: 20_000 }).toMatch(expected);

const pidOf = async (agent: LaunchedAgent): Promise<number> => {
  const find = async () =>
    (await agent.said()).flatMap((line) => {
      const parsed = z.object({ pid: z.number() }).safeParse(line);
      return parsed.success ? [parsed.data.pid] : [];
    });
  await expect.poll(async () => (await find()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  return (await find()).at(-1) ?? 0;
};

describe("the transcript", () => {
  test("has what the agent said, thought, did and plans, in order, and the session is idle afterwards", async () => {
    const agent = await launchAgent(product.server, [
      { think: "let me see" },
      { chunks: ["Hello ", "from ", "the agent"], every: 60 },
      {
        update: {
          sessionUpdate: "tool_call",
          toolCallId: "t1",
          title: "Run the tests",
          kind: "execute",
          status: "in_progress",
          rawInput: { command: "npm test", env: { TOKEN: "hidden" } },
        },
      },
      {
        update: {
          sessionUpdate: "tool_call_update",
          toolCallId: "t1",
          status: "completed",
          content: [{ type: "content", content: { type: "text", text: "all green" } }],
        },
      },
      {
        update: {
          sessionUpdate: "plan",
          entries: [{ content: "Ship it", priority: "high", status: "pending" }],
        },
      },
      {
        update: { sessionUpdate: "tool_call", toolCallId: "t2", title: "Never ends", status: "pending" },
      },
    ]);
    await agent.waitFor("idle");
    const messages = await agent.messages();
    expect(messages.map(({ type, content }) => [type, content])).toEqual([
      ["message", expect.stringContaining("let me see")],
      ["thinking", "let me see"],
      ["message", "Hello from the agent"],
      ["tool_call", "Run the tests"],
      ["agent_plan", ""],
      ["tool_call", "Never ends"],
    ]);
    expect(messages[3]?.metadata).toEqual({
      tool_call_id: "t1",
      kind: "execute",
      status: "completed",
      action: { type: "command", description: "Run the tests", command: "npm test", redacted: false },
      output: "all green",
    });
    expect(messages[4]?.metadata).toEqual({
      entries: [{ content: "Ship it", priority: "high", status: "pending" }],
    });
    expect(messages[5]?.metadata).toMatchObject({ status: "ended" });
    expect(new Set(messages.map(({ turn_id }) => turn_id)).size).toBe(1);
  });

  test("never holds a credential, also when it comes in two pieces", async () => {
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const agent = await launchAgent(product.server, [
      { chunks: [`the key is ${token.slice(0, 14)}`, `${token.slice(14)} and that is it`], every: 250 },
    ]);
    await agent.waitFor("idle");
    const [, said] = await agent.messages();
    expect(said?.content).toBe("the key is [redacted] and that is it");
  });
});

describe("turns", () => {
  test("a message while a turn runs is queued, becomes the next turn, and can be withdrawn before", async () => {
    const agent = await launchAgent(product.server, [{ say: "busy" }, { hang: true }]);
    await agent.waitFor("running");
    const first = await agent.send([{ say: { turn: 2 } }]);
    const second = await agent.send([{ say: { turn: 3 } }]);
    expect([first.turn_id, second.turn_id]).toEqual(["", ""]);
    const withdrawn = await send(
      product.server,
      "DELETE",
      `/api/v1/sessions/${agent.sessionId}/messages/${first.id}`,
    );
    expect([withdrawn.status, withdrawn.json]).toEqual([200, { id: first.id }]);
    const cancelled = await send(product.server, "POST", `/api/v1/sessions/${agent.sessionId}/cancel`);
    expect(cancelled.json).toEqual({ cancelled: true });
    await agent.hears({ turn: 3 });
    await agent.waitFor("idle");
    expect(await status(agent)).toEqual(["Stopped."]);
    expect(await agent.said()).not.toContainEqual({ turn: 2 });
    const late = await send(
      product.server,
      "DELETE",
      `/api/v1/sessions/${agent.sessionId}/messages/${second.id}`,
    );
    expect([late.status, late.json]).toMatchObject([409, { code: "conflict" }]);
  });

  test("an agent that does not stop when told to is ended, and the next message starts it again", async () => {
    const agent = await launchAgent(product.server, [{ pid: true }, { hang: true }], {
      env: { AGENT_STUBBORN: "1" },
    });
    const pid = await pidOf(agent);
    await send(product.server, "POST", `/api/v1/sessions/${agent.sessionId}/cancel`);
    await waitForStatus(agent, /did not stop/);
    expect(isRunning(pid)).toBe(false);
    await agent.send([{ say: { alive: true } }]);
    await agent.hears({ alive: true });
  }, 60_000);
});

describe("an agent that ends", () => {
  test("by a crash leaves its transcript and the reason, and the next message starts it again", async () => {
    const agent = await launchAgent(product.server, [
      { say: "before" },
      { stderr: "segmentation fault, password=hunter2hunter2\n" },
      { exit: 7 },
    ]);
    await waitForStatus(agent, /ended unexpectedly \(exit code 7\)/);
    expect(await status(agent)).toEqual([
      "The agent ended unexpectedly (exit code 7). Your next message starts it again.\nsegmentation fault, password=[redacted]",
    ]);
    await agent.waitFor("idle");
    expect(await agent.said()).toEqual(["before"]);
    await agent.send([{ say: { again: true } }]);
    await agent.hears({ again: true });
    expect(await status(agent)).toContainEqual(expect.stringContaining("does not remember"));
  });

  test("and can load its session goes on in it, and what it repeats is no news", async () => {
    const agent = await launchAgent(product.server, [{ exit: 1 }], { env: { AGENT_LOADS: "1" } });
    await waitForStatus(agent, /ended unexpectedly/);
    await agent.send([{ say: { again: true } }]);
    await agent.hears({ again: true });
    expect(await agent.said()).toEqual([{ again: true }]);
    expect((await status(agent)).join()).not.toContain("does not remember");
  });

  test("with its session ends at once, with all that it started", async () => {
    const agent = await launchAgent(product.server, [{ pid: true }, { spawn: true }, { hang: true }]);
    const pid = await pidOf(agent);
    await agent.hears({ spawned: expect.any(Number) });
    const child = (await agent.said()).flatMap((line) => {
      const parsed = z.object({ spawned: z.number() }).safeParse(line);
      return parsed.success ? [parsed.data.spawned] : [];
    })[0];
    await send(product.server, "POST", `/api/v1/sessions/${agent.sessionId}/end`, {
      body: { state: "cancelled" },
    });
    await expect
      .poll(() => [isRunning(pid), isRunning(child ?? 0)], { timeout: 10_000 })
      .toEqual([false, false]);
    expect(await agent.state()).toBe("cancelled");
  });

  test.for([
    ["start", /could not be started.*no licence found/s],
    ["auth", /wants you to sign in first/],
  ] as const)("at its start (%s) fails the session, with the reason", async ([fails, words]) => {
    const agent = await launchAgent(product.server, "hello", { env: { AGENT_FAILS: fails } });
    await agent.waitFor("failed");
    expect((await status(agent)).join("\n")).toMatch(words);
  });

  test("because its command does not exist fails the session, with what to do", async () => {
    const reply = await send(product.server, "POST", "/api/v1/agent-profiles", {
      body: { name: "Missing", command: "no-such-agent-anywhere" },
    });
    const { id } = z.object({ id: z.string() }).parse(reply.json);
    const agent = await launchAgent(product.server, "hello", { profileId: id });
    await agent.waitFor("failed");
    expect(await status(agent)).toEqual([
      "The agent could not be started: its command was not found on this machine: install it, or correct the profile",
    ]);
  });
});

describe("what an agent is given", () => {
  test("is a folder of its task, the environment without the server's own, and a token for its session alone", async () => {
    const agent = await launchAgent(product.server, [{ environment: true }], { env: { FOR_IT: "yes" } });
    await agent.waitFor("idle");
    const [said] = await agent.said();
    const { environment, cwd } = z.object({ environment: z.array(z.string()), cwd: z.string() }).parse(said);
    expect(cwd.endsWith(`/workspaces/${agent.taskId}`)).toBe(true);
    expect(environment).toContain("FOR_IT");
    expect(environment.filter((name) => /^(KANDEV_|DATABASE_URL|NEXT|AUTH_)/.test(name))).toEqual([]);
  });

  test.for([["http"], ["stdio"]] as const)(
    "lets it ask over MCP (%s) and be answered in the same call",
    async ([way]) => {
      const agent = await launchAgent(
        product.server,
        [{ ask: { questions: [{ prompt: "Which?", options: options() }] } }],
        { env: way === "stdio" ? { AGENT_STDIO_MCP: "1" } : {} },
      );
      await agent.waitFor("waiting_for_input");
      const pendingId = await pendingOf(agent);
      expect((await send(product.server, "POST", respondPath(pendingId), { body: choose("b") })).status).toBe(
        200,
      );
      await agent.hears({ asked: expect.objectContaining({ pending_id: pendingId }) });
      await agent.waitFor("idle");
    },
  );
});

const options = () => [
  { option_id: "a", label: "A", description: "" },
  { option_id: "b", label: "B", description: "" },
];

const pendingOf = async (agent: LaunchedAgent): Promise<string> => {
  const found = async () =>
    (await agent.messages()).find(({ type }) => type === "clarification_request")?.metadata.pending_id;
  await expect.poll(found, { timeout: 20_000 }).toEqual(expect.any(String));
  return String(await found());
};

describe("R7: an answer to a question that nobody waits for any more", () => {
  test("starts exactly one turn of the agent with the answer", async () => {
    const agent = await launchAgent(product.server, [
      { ask: { questions: [{ prompt: "Which?", options: options() }] }, patience: 500 },
    ]);
    const pendingId = await pendingOf(agent);
    await agent.hears({ asked: expect.anything() });
    await expect
      .poll(async () => (await agent.messages()).some(({ metadata }) => metadata.agent_disconnected === true))
      .toBe(true);
    const reply = await send(product.server, "POST", respondPath(pendingId), { body: choose("b") });
    expect([reply.status, reply.json]).toMatchObject([200, { claimed: true }]);
    await agent.hears({ prompt: expect.stringMatching(/Q1: Which\?\nA1: B/) });
    await agent.waitFor("idle");
    const prompts = (await agent.said()).filter(
      (line) => z.object({ prompt: z.string() }).safeParse(line).success,
    );
    expect(prompts).toHaveLength(1);
  });

  test("reaches an agent that has crashed over its question: it is started again", async () => {
    const agent = await launchAgent(product.server, [
      { pid: true },
      { ask: { questions: [{ prompt: "Which?", options: options() }] } },
    ]);
    const pendingId = await pendingOf(agent);
    process.kill(await pidOf(agent), "SIGKILL");
    await waitForStatus(agent, /ended unexpectedly \(signal SIGKILL\)/);
    const reply = await send(product.server, "POST", respondPath(pendingId), { body: choose("a") });
    expect([reply.status, reply.json]).toMatchObject([200, { claimed: true }]);
    await agent.hears({ prompt: expect.stringMatching(/A1: A/) });
  });

  test("R9: that is a rejection resumes nobody", async () => {
    const agent = await launchAgent(product.server, [
      { ask: { questions: [{ prompt: "Which?", options: options() }] }, patience: 500 },
    ]);
    const pendingId = await pendingOf(agent);
    await agent.hears({ asked: expect.anything() });
    const reply = await send(product.server, "POST", respondPath(pendingId), {
      body: { answers: [], rejected: true, reject_reason: "not now" },
    });
    expect([reply.status, reply.json]).toMatchObject([200, { claimed: true, status: "rejected" }]);
    expect(
      (await agent.messages()).filter(({ type }) => type === "message" || type === "status"),
    ).toHaveLength(2);
  });

  test("is rolled back, and says so, when the agent cannot be resumed", async () => {
    const profileId = await addScriptedProfile(product.server);
    const agent = await launchAgent(
      product.server,
      [{ ask: { questions: [{ prompt: "Which?", options: options() }] }, patience: 500 }],
      { profileId },
    );
    const pendingId = await pendingOf(agent);
    await agent.hears({ asked: expect.anything() });
    await send(product.server, "DELETE", `/api/v1/agent-profiles/${profileId}`);
    const { pid } = z
      .array(z.object({ pid: z.number() }))
      .parse([
        ...(await product.sql`SELECT pid FROM agent_runs WHERE task_session_id = ${agent.sessionId}`),
      ])[0] ?? { pid: 0 };
    process.kill(pid, "SIGKILL");
    await waitForStatus(agent, /ended unexpectedly/);
    const reply = await send(product.server, "POST", respondPath(pendingId), { body: choose("a") });
    expect([reply.status, reply.json]).toMatchObject([500, { code: "internal_error" }]);
    const row = (await agent.messages()).find(({ metadata }) => metadata.pending_id === pendingId);
    expect(row?.metadata).toMatchObject({ status: "pending" });
    expect(row?.metadata).not.toHaveProperty("response_delivery_pending");
  });
});
