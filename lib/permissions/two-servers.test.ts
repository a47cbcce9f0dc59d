import { afterAll, beforeAll, expect, test } from "vitest";
import { choose, respondPath, send } from "@/lib/testing/http";
import { launchAgent } from "@/lib/testing/launched-agent";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";

let product: Product;
let other: TestServer;
beforeAll(async () => {
  product = await startProduct();
  other = await product.start();
});
afterAll(() => product.stop([/permission prompts could not be listed/]));

const prompt = {
  permission: { toolCallId: "call", title: "Run it", kind: "execute", rawInput: { command: "make" } },
};

const respond = (
  server: TestServer,
  { request_id, ...rest }: { request_id: string } & Record<string, unknown>,
) =>
  send(server, "POST", `/api/v1/permissions/${request_id}/respond`, {
    body: {
      task_id: rest.task_id,
      session_id: rest.session_id,
      pending_id: rest.pending_id,
      option_id: "allow-once",
    },
  });

test("PR1, PR2: a request whose agent runs on another server is listed and resolved through it", async () => {
  const agent = await launchAgent(product.server, [prompt]);
  await agent.prompts();
  const elsewhere = agent.through(other);
  const [seen] = await elsewhere.prompts();
  if (seen === undefined) throw new Error("no prompt");
  expect(seen).toEqual((await agent.permissions())[0]);
  const reply = await respond(other, seen);
  expect([reply.status, reply.json]).toMatchObject([200, { status: "resolved", option_id: "allow-once" }]);
  await agent.hears({ permission: "call", outcome: "selected", optionId: "allow-once" });
  expect((await respond(other, seen)).json).toMatchObject({ code: "permission_already_resolved" });
});

test("PR17: an owner that does not answer fails the list, naming the session, and a decision sends nothing", async () => {
  const third = await product.start();
  const agent = await launchAgent(third, [prompt, { hang: true }]);
  const [seen] = await agent.prompts();
  if (seen === undefined) throw new Error("no prompt");
  process.kill(third.pid, "SIGSTOP");
  try {
    const path = `/api/v1/tasks/${agent.taskId}/permissions`;
    const begin = performance.now();
    const [listed, decided] = await Promise.all([send(other, "GET", path), respond(other, seen)]);
    expect(performance.now() - begin).toBeLessThan(15_000);
    expect([listed.status, listed.json]).toMatchObject([
      500,
      { code: "internal_error", error: expect.stringContaining(agent.sessionId) as unknown },
    ]);
    expect([decided.status, decided.json]).toMatchObject([500, { code: "permission_delivery_failed" }]);
  } finally {
    process.kill(third.pid, "SIGCONT");
  }
  const [still] = await agent.through(other).prompts();
  expect(still?.request_id).toBe(seen.request_id); // it was withdrawn from the server that slept
  expect((await respond(other, seen)).status).toBe(200);
});

test("a message, a stop and the end of the session reach an agent on another server", async () => {
  const agent = await launchAgent(product.server, [{ hang: true }]);
  await agent.waitFor("running");
  const elsewhere = agent.through(other);
  await elsewhere.send([{ say: { second: true } }]);
  const stopped = await send(other, "POST", `/api/v1/sessions/${agent.sessionId}/cancel`);
  expect(stopped.json).toEqual({ cancelled: true });
  await elsewhere.hears({ second: true });
  await elsewhere.waitFor("idle");
  await send(other, "POST", `/api/v1/sessions/${agent.sessionId}/end`, { body: { state: "completed" } });
  await expect
    .poll(async () => [
      ...(await product.sql`SELECT 1 FROM agent_runs WHERE task_session_id = ${agent.sessionId}`),
    ])
    .toEqual([]);
});

test("R7: an answer given on one server resumes the agent on the other, exactly once", async () => {
  const options = [
    { option_id: "a", label: "A", description: "" },
    { option_id: "b", label: "B", description: "" },
  ];
  const agent = await launchAgent(product.server, [
    { ask: { questions: [{ prompt: "Which?", options }] }, patience: 500 },
  ]);
  await agent.hears({ asked: expect.anything() as unknown });
  await agent.waitFor("waiting_for_input");
  const asked = (await agent.messages()).find(({ type }) => type === "clarification_request");
  await expect
    .poll(
      async () => (await agent.messages()).find(({ id }) => id === asked?.id)?.metadata.agent_disconnected,
    )
    .toBe(true);
  const reply = await send(other, "POST", respondPath(String(asked?.metadata.pending_id)), {
    body: choose("a"),
  });
  expect([reply.status, reply.json]).toMatchObject([200, { claimed: true }]);
  await agent.hears({ prompt: expect.stringContaining("A1: A") as unknown });
  await agent.waitFor("idle");
  const turns =
    await product.sql`SELECT id FROM task_session_turns WHERE task_session_id = ${agent.sessionId}`;
  expect(turns).toHaveLength(2);
});
