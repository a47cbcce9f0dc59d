import { resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@/lib/ids";
import { choose, openSession, question, respondPath, send } from "@/lib/testing/http";
import { blockOnAsk, connectMcp, GENERATIONS, MODERN, toolCall } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import { connectTasks, postRpc } from "@/lib/testing/task-client";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const ASK = "ask_user_question_kandev";
const ask = (prompt: string) => ({ questions: [question(prompt)] });
const respond = (pendingId: string, body: unknown = choose("a"), server = product.server) =>
  send(server, "POST", respondPath(pendingId), { body });
const metadataOf = async (pendingId: string) => {
  const [row] = await product.sql<{ metadata: Record<string, unknown> }[]>`
    SELECT metadata FROM task_session_messages WHERE pending_id = ${pendingId}`;
  return row?.metadata;
};
const check = (token: string, pendingId: string) =>
  postRpc(product.server, "2025-11-25", token, toolCall("check_question_kandev", { pending_id: pendingId }));

describe.each(GENERATIONS.map(([generation]) => generation))("as a task of %s", (generation) => {
  /** Asks as a task; it returns at once. */
  async function start(prompt: string, { token }: { token: string }) {
    const client = await connectTasks(product.server, generation, token);
    const execution = await client.session.callTool(ASK, ask(prompt), { task: { preference: "require" } });
    if (execution.kind !== "task") throw new Error("the call was no task");
    return { client, execution, id: String(execution.handle.taskId) };
  }
  const rpc = (token: string, method: string, params: object) =>
    postRpc(product.server, generation, token, { method, params });

  test("an ask returns at once, its id is the question's, and its result what the blocked call returns, handed over once", async () => {
    const session = await openSession(product.server);
    const { client, execution, id } = await start("Go on?", session);
    expect(await metadataOf(id)).toMatchObject({ pending_id: id, status: "pending" });
    const blocked = await connectMcp(product.server, session.token);
    const waiting = await blockOnAsk(blocked, ask("Go on?"));
    expect(waiting.pendingId).toBe(id); // the same question, waited for and polled
    const settled = execution.settle();
    await respond(id);
    const outcome = await waiting.outcome;
    const { structuredContent, content } = resultFromTaskOutcome((await settled).outcome) as {
      structuredContent: unknown;
      content: unknown;
    };
    expect(structuredContent).toEqual(outcome.structured);
    expect(content).toEqual([{ type: "text", text: outcome.text }]);
    expect(await metadataOf(id)).not.toHaveProperty("response_delivery_pending");
    await Promise.all([blocked.close(), client.close()]);

    const again = await start("Go on?", session); // a second "Delete it?" asks the person again
    expect(again.id).not.toBe(id);
    await again.client.close();
  });

  test("looking at its state hands nothing over; a rejection reaches the agent with its reason", async () => {
    const session = await openSession(product.server);
    const { client, execution, id } = await start("May I?", session);
    await respond(id, { rejected: true, reason: "not today" });
    if (generation !== MODERN) {
      expect(await rpc(session.token, "tasks/get", { taskId: id })).toMatchObject({
        result: { taskId: id, status: "completed", ttl: null },
      });
      expect(await metadataOf(id)).toMatchObject({ response_delivery_pending: true });
    }
    expect(resultFromTaskOutcome((await execution.settle()).outcome)).toMatchObject({
      structuredContent: { pending_id: id, rejected: true, reject_reason: "not today" },
    });
    expect(await metadataOf(id)).not.toHaveProperty("response_delivery_pending");
    expect(await check(session.token, id)).toMatchObject({
      result: { structuredContent: { status: "rejected" } },
    });
    await client.close();
  });

  test("it is polled on any server and after a restart", async () => {
    const first = await product.start();
    const session = await openSession(first);
    const client = await connectTasks(first, generation, session.token);
    const execution = await client.session.callTool(ASK, ask("Restart?"), {
      task: { preference: "require" },
    });
    if (execution.kind !== "task") throw new Error("the call was no task");
    const reference = execution.serializeReference();
    await execution.detach();
    await first.kill();
    await client.close().catch(() => undefined);
    const next = await connectTasks(product.server, generation, session.token);
    const resumed = await next.session.resumeTask(reference);
    const settled = resumed.settle();
    await respond(String(reference.taskId));
    expect(resultFromTaskOutcome((await settled).outcome)).toMatchObject({
      structuredContent: { pending_id: reference.taskId, answers: [{ question_id: "q1" }] },
    });
    await next.close();
  });

  test("cancelling withdraws the question, also one that no server has made: nobody can answer it any more", async () => {
    const session = await openSession(product.server);
    const { client, execution, id } = await start("Withdrawn?", session);
    await product.sql`DELETE FROM clarification_origins WHERE pending_id = ${id}`; // as after a restart of every server
    await execution.cancel();
    expect(await metadataOf(id)).toMatchObject({ status: "cancelled" });
    expect((await respond(id)).status).toBe(409);
    const got = await rpc(session.token, "tasks/get", { taskId: id });
    expect(got).toMatchObject({ result: { taskId: id, status: "cancelled" } });
    expect(JSON.stringify(got)).toContain("was cancelled or replaced");
    const again = await rpc(session.token, "tasks/cancel", { taskId: id });
    if (generation === MODERN) expect(again).toMatchObject({ result: { resultType: "complete" } });
    else
      expect(again).toMatchObject({
        error: { code: -32602, message: /ended already, as cancelled/ },
      });
    await client.close();
  });

  test("a question that a newer turn or the end of its session has closed is a cancelled task that says why", async () => {
    const session = await openSession(product.server);
    const { client, id } = await start("Superseded?", session);
    await send(product.server, "POST", `/api/v1/sessions/${session.sessionId}/turns`, { body: {} });
    const get = async (taskId: string) => JSON.stringify(await rpc(session.token, "tasks/get", { taskId }));
    expect(await get(id)).toMatch(
      /"status":"cancelled","statusMessage":"question .* replaced by a newer turn/,
    );
    await client.close();
    const ended = await start("Ended?", session);
    const end = `/api/v1/sessions/${session.sessionId}/end`;
    await send(product.server, "POST", end, { body: { state: "completed" } });
    expect(await get(ended.id)).toMatch(/"status":"cancelled","statusMessage":"the session has ended/);
    await ended.client.close();
  });

  test("another session's task and one that does not exist are the same bytes, and untouched", async () => {
    const [mine, theirs] = [await openSession(product.server), await openSession(product.server)];
    const { client, id } = await start("Foreign?", theirs);
    const methods = generation === MODERN ? ["get", "update", "cancel"] : ["get", "result", "cancel"];
    for (const method of methods) {
      const replies = [];
      for (const taskId of [id, newId(), "", "__proto__"])
        replies.push(await rpc(mine.token, `tasks/${method}`, { taskId, inputResponses: {} }));
      expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
      expect(replies[0]).toMatchObject({ error: { code: -32602, message: "not_found: task not found" } });
    }
    expect(await metadataOf(id)).toMatchObject({ status: "pending" });
    await client.close();
  });

  test("what the tool refuses is refused in the same words, and no task is made", async () => {
    const { token } = await openSession(product.server);
    const call = { method: "tools/call", params: { name: ASK, arguments: { questions: [] }, task: {} } };
    expect(JSON.stringify(await postRpc(product.server, generation, token, call))).toMatch(
      /validation_error: questions/,
    );
  });

  test("an agent of this product, which is resumed with its answer, is not given a task", async () => {
    const session = await openSession(product.server);
    const profile = await send(product.server, "POST", "/api/v1/agent-profiles", {
      body: { name: `p ${generation}`, command: "true", args: [] },
    });
    const { id } = profile.json as { id: string };
    await product.sql`UPDATE task_sessions SET agent_profile_id = ${id} WHERE id = ${session.sessionId}`;
    const call = { method: "tools/call", params: { name: ASK, arguments: ask("Launched?"), task: {} } };
    const reply = postRpc(product.server, generation, session.token, call);
    if (generation === MODERN) {
      const waiting = () => product.sql<{ pending_id: string }[]>`
        SELECT pending_id FROM clarification_waiters WHERE task_session_id = ${session.sessionId}`;
      await expect.poll(async () => (await waiting()).length).toBe(1);
      await respond((await waiting())[0]?.pending_id ?? "");
      expect(await reply).toMatchObject({ result: { resultType: "complete", structuredContent: {} } });
    } else expect(await reply).toMatchObject({ error: { code: -32601 } });
  });

  test("external clients have no tasks", async () => {
    const got = await postRpc(product.server, generation, undefined, {
      method: "tasks/get",
      params: { taskId: newId() },
    });
    expect(got).toMatchObject({ error: { code: -32601 } });
  });
});

test("2025-11-25: a session lists its own tasks, newest first, page by page", async () => {
  const session = await openSession(product.server);
  const ids = [];
  for (let index = 0; index < 53; index++) {
    const body = { session_id: session.sessionId, questions: [question(`${index}?`), question("More?")] };
    const { json } = await send(product.server, "POST", "/api/v1/clarification/request", { body });
    ids.push((json as { pending_id: string }).pending_id);
  }
  const { session: tasks, close } = await connectTasks(product.server, "2025-11-25", session.token).then(
    (client) => ({ session: client.session, close: client.close.bind(client) }),
  );
  const first = await tasks.listTasks();
  const second = await tasks.listTasks(first.nextCursor);
  expect([first.tasks.length, second.nextCursor]).toEqual([50, undefined]);
  expect([...first.tasks, ...second.tasks].map(({ taskId }) => String(taskId))).toEqual(ids.reverse());
  await expect(tasks.listTasks("x")).rejects.toThrow(/cursor/);
  await close();
  const other = await openSession(product.server);
  expect(await postRpc(product.server, "2025-11-25", other.token, { method: "tasks/list" })).toMatchObject({
    result: { tasks: [] },
  });
});

test("2026-07-28: a client that does not declare tasks is never given one and may not ask for any", async () => {
  const { token } = await openSession(product.server);
  const call = { method: "tools/call", params: { name: ASK, arguments: ask("Blocked?"), task: {} } };
  const reply = postRpc(product.server, MODERN, token, call, {});
  const waiting = () => product.sql<{ pending_id: string }[]>`
    SELECT w.pending_id FROM clarification_waiters w JOIN task_session_messages m USING (pending_id)
    WHERE m.content = 'Blocked?'`;
  await expect.poll(async () => (await waiting()).length).toBe(1);
  await respond((await waiting())[0]?.pending_id ?? "");
  expect(await reply).toMatchObject({ result: { resultType: "complete", structuredContent: {} } });
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"])
    expect(
      await postRpc(product.server, MODERN, token, { method, params: { taskId: newId() } }, {}),
    ).toMatchObject({
      error: {
        code: -32021,
        data: { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } },
      },
    });
});

test("2025-11-25: tasks/result waits for the person, on any server, and says whose result it is", async () => {
  const { token } = await openSession(product.server);
  const call = { method: "tools/call", params: { name: ASK, arguments: ask("Result?"), task: { ttl: 1 } } };
  const started = await postRpc(product.server, "2025-11-25", token, call);
  expect(started).toMatchObject({ result: { task: { status: "working", ttl: null } } });
  const { taskId } = (started as unknown as { result: { task: { taskId: string } } }).result.task;
  const other = await product.start();
  const result = postRpc(other, "2025-11-25", token, { method: "tasks/result", params: { taskId } });
  const waiting = () => product.sql`SELECT 1 FROM clarification_waiters WHERE pending_id = ${taskId}`;
  await expect.poll(async () => (await waiting()).length).toBe(1);
  await respond(taskId);
  expect(await result).toMatchObject({
    result: {
      structuredContent: { pending_id: taskId, answers: [{ question_id: "q1", selected_options: ["a"] }] },
      _meta: { "io.modelcontextprotocol/related-task": { taskId } },
    },
  });
});
