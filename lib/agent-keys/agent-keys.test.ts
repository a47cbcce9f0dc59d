import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { insertUser, insertWorkspace } from "@/lib/testing/factories";
import { choose, question, respondPath, send, sendOk } from "@/lib/testing/http";
import { blockOnAsk, connectMcp, connectModern, holdAsk, postMcp, toolCall } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";
import { disableUser } from "@/lib/users/disable-user";
import { hashToken, newId, tokenKind } from "@/lib/ids";

let product: Product;
let second: TestServer;

beforeAll(async () => {
  product = await startProduct();
  second = await product.start();
});
afterAll(() => product.stop());

const created = z.strictObject({ id: z.string(), token: z.string() });
const keysOf = (workspaceId: string) => `/api/v1/workspaces/${workspaceId}/agent-keys`;

interface Key {
  readonly workspaceId: string;
  readonly id: string;
  readonly token: string;
}

async function makeKey(workspaceId?: string): Promise<Key> {
  const id = workspaceId ?? (await insertWorkspace(product.db));
  const body = { name: "runs" };
  return {
    workspaceId: id,
    ...(await sendOk(created, product.server, "POST", keysOf(id), { body })),
  };
}

const listed = z.object({
  agent_keys: z.array(
    z.strictObject({ id: z.string(), name: z.string(), created_at: z.string(), last_used_at: z.string() }),
  ),
  total: z.number(),
});
const list = ({ workspaceId }: Key) => sendOk(listed, product.server, "GET", keysOf(workspaceId));
const revoke = ({ workspaceId, id }: Key) => send(product.server, "DELETE", `${keysOf(workspaceId)}/${id}`);

const connect = (server: TestServer, { token }: Key, run?: string, name?: string) =>
  connectMcp(server, token, "/mcp/session", {
    ...(run !== undefined && { headers: { "kandev-run": run } }),
    ...(name !== undefined && { name }),
  });

interface Made {
  readonly task_id: string;
  readonly title: string;
  readonly session_id: string;
  readonly state: string;
  readonly open_turns: number;
}

/** What the key's runs have made, oldest first. */
const madeBy = async ({ workspaceId }: Key): Promise<Made[]> => [
  ...(await product.sql<Made[]>`
    SELECT t.id AS task_id, t.title, s.id AS session_id, s.state,
      (SELECT count(*) FROM task_session_turns u WHERE u.task_session_id = s.id AND u.completed_at IS NULL)::int AS open_turns
    FROM tasks t LEFT JOIN task_sessions s ON s.task_id = t.id
    WHERE t.workspace_id = ${workspaceId} ORDER BY s.created_at, s.id`),
];

/** A call that any agent makes and that waits for nobody. */
const MESSAGES = "get_user_messages_kandev";
const ask = (prompt = "Which one?") => ({ questions: [question(prompt)] });

describe("a key", () => {
  test("is shown once, is listed without its value, and only its SHA-256 is stored", async () => {
    const key = await makeKey();
    expect(tokenKind(key.token)).toBe("kandev_agent");
    expect(await list(key)).toEqual({
      agent_keys: [{ id: key.id, name: "runs", created_at: expect.any(String) as string, last_used_at: "" }],
      total: 1,
    });
    const [row] =
      await product.sql`SELECT token_hash, to_json(k)::text AS all FROM agent_keys k WHERE id = ${key.id}`;
    expect(row?.token_hash).toBe(hashToken(key.token));
    expect(row?.all).not.toContain(key.token.slice(-43));
  });

  test.each(["   ", "x".repeat(101)])("needs a name of 1 to 100 characters: %s", async (name) => {
    const { workspaceId } = await makeKey();
    const reply = await send(product.server, "POST", keysOf(workspaceId), { body: { name } });
    expect([reply.status, reply.json]).toMatchObject([400, { code: "validation_error" }]);
  });

  test("is revoked once, in its own workspace only", async () => {
    const [key, other] = [await makeKey(), await makeKey()];
    expect((await revoke({ ...key, workspaceId: other.workspaceId })).status).toBe(404);
    expect((await revoke(key)).status).toBe(200);
    expect((await revoke(key)).status).toBe(404);
    expect(await list(key)).toEqual({ agent_keys: [], total: 0 });
  });

  test("notes its use at the first call and then at most once a minute", async () => {
    const key = await makeKey();
    const used = async () => (await list(key)).agent_keys[0]?.last_used_at ?? "";
    const knock = () => postMcp(product.server, PING, { path: "/mcp/session", token: key.token });
    await knock();
    await expect.poll(used).not.toBe("");
    await product.sql`UPDATE agent_keys SET last_used_at = now() - interval '61 seconds' WHERE id = ${key.id}`;
    const old = await used();
    await knock();
    await expect.poll(used).not.toBe(old);
    const server = await product.start();
    await product.sql`UPDATE agent_keys SET last_used_at = now() - interval '30 seconds' WHERE id = ${key.id}`;
    const recent = await used();
    await postMcp(server, PING, { path: "/mcp/session", token: key.token });
    expect(await server.stop()).toBe(0); // by now whatever it wrote is written
    expect(await used()).toBe(recent);
  });
});

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

describe("a run", () => {
  test("that only connects and lists the tools leaves no task behind", async () => {
    const key = await makeKey();
    const agent = await connect(product.server, key, "quiet");
    expect((await agent.client.listTools()).tools.map(({ name }) => name)).toContain(
      "ask_user_question_kandev",
    );
    await expect(agent.call("list_tasks_kandev")).rejects.toThrow(/unknown tool/);
    await agent.close();
    expect(await madeBy(key)).toEqual([]);
  });

  test("gets a task and a session with an open turn at its first call, and both at every later one", async () => {
    const key = await makeKey();
    const agent = await connect(product.server, key, "nightly 7");
    const { pendingId, outcome } = await blockOnAsk(agent, ask());
    const [made, ...more] = await madeBy(key);
    expect(more).toEqual([]);
    expect(made).toMatchObject({ title: "test · nightly 7", open_turns: 1 });
    expect((await send(product.server, "POST", respondPath(pendingId), { body: choose("a") })).status).toBe(
      200,
    );
    expect((await outcome).structured).toMatchObject({ pending_id: pendingId, answers: choose("a").answers });
    const again = await connect(second, key, "nightly 7");
    const message = { content: "well done" };
    await send(product.server, "POST", `/api/v1/sessions/${made?.session_id}/messages`, { body: message });
    expect((await again.call(MESSAGES)).structured).toMatchObject({ messages: [message] });
    expect(await madeBy(key)).toHaveLength(1);
    const [row] =
      await product.sql`SELECT connected_at, state FROM task_sessions WHERE id = ${made?.session_id ?? ""}`;
    expect(row).toMatchObject({ connected_at: expect.anything() as unknown, state: "running" });
    await Promise.all([agent.close(), again.close()]);
  });

  test("is made exactly once by first calls that come together on two servers", async () => {
    const key = await makeKey();
    const call = (server: TestServer, run: string) =>
      postMcp(server, toolCall(MESSAGES, {}), {
        path: "/mcp/session",
        token: key.token,
        headers: { "kandev-run": run },
      });
    const runs = ["one", "two", "three"];
    const replies = await Promise.all(
      runs.flatMap((run) =>
        Array.from({ length: 16 }, (_, index) => call(index % 2 === 0 ? product.server : second, run)),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const made = await madeBy(key);
    expect(made.map(({ title }) => title.replace(/^.* · /, "")).sort()).toEqual(["one", "three", "two"]);
    expect(new Set(made.map(({ open_turns }) => open_turns))).toEqual(new Set([1]));
  });

  test("without the header is named after the client, on whichever server it goes on", async () => {
    const key = await makeKey();
    const agent = await connect(product.server, key, undefined, "Claude Code ✓");
    await agent.call(MESSAGES);
    await agent.close();
    const again = await connect(second, key, undefined, "Claude Code ✓");
    await again.call(MESSAGES);
    await again.close();
    const other = await connect(second, key, undefined, "codex");
    await other.call(MESSAGES);
    await other.close();
    expect((await madeBy(key)).map(({ title }) => title)).toEqual(["Claude Code ✓", "codex"]);
  });

  test("may have a name in any script", async () => {
    const key = await makeKey();
    await postMcp(product.server, toolCall(MESSAGES, {}), {
      path: "/mcp/session",
      token: key.token,
      headers: { "user-agent": "curl", "kandev-run": Buffer.from("größer 大").toString("latin1") },
    });
    expect((await madeBy(key)).map(({ title }) => title)).toEqual(["curl · größer 大"]);
  });

  test("of a client that says no name is named after its User-Agent", async () => {
    const key = await makeKey();
    for (const agent of ["gemini-cli/1.2 (linux)", "gemini-cli/1.3"])
      await postMcp(product.server, toolCall(MESSAGES, {}), {
        path: "/mcp/session",
        token: key.token,
        headers: { "user-agent": agent },
      });
    expect((await madeBy(key)).map(({ title }) => title)).toEqual(["gemini-cli"]);
  });

  test("of the 2026 generation is named by what each request says", async () => {
    const key = await makeKey();
    for (const server of [product.server, second]) {
      const mcp = await connectModern(server, key.token, undefined, { name: "modern" });
      expect((await mcp.call(MESSAGES)).isError).toBe(false);
      await mcp.close();
    }
    expect((await madeBy(key)).map(({ title }) => title)).toEqual(["modern"]);
  });

  test("whose name is too long is refused, and nothing is made", async () => {
    const key = await makeKey();
    const reply = await postMcp(product.server, toolCall(MESSAGES, {}), {
      path: "/mcp/session",
      token: key.token,
      headers: { "kandev-run": "x".repeat(201) },
    });
    expect([reply.status, reply.json]).toMatchObject([400, { code: "validation_error" }]);
    expect(await madeBy(key)).toEqual([]);
  });

  test("sees its own session only: another run's question is one that does not exist", async () => {
    const key = await makeKey();
    const [mine, theirs] = await Promise.all([
      connect(product.server, key, "mine"),
      connect(product.server, key, "theirs"),
    ]);
    const { pendingId, outcome } = await blockOnAsk(theirs, ask());
    const foreign = await mine.call("check_question_kandev", { pending_id: pendingId });
    expect(foreign).toEqual(await mine.call("check_question_kandev", { pending_id: newId() }));
    expect(foreign.text).toBe("not_found: clarification request not found");
    await send(product.server, "POST", respondPath(pendingId), { body: choose("b") });
    await outcome;
    await Promise.all([mine.close(), theirs.close()]);
  });
});

describe("a run whose session has ended", () => {
  const endSession = (made: Made | undefined) =>
    send(product.server, "POST", `/api/v1/sessions/${made?.session_id}/end`, {
      body: { state: "completed" },
    });

  test("still reads what it was answered; asking again starts a session on the same task", async () => {
    const key = await makeKey();
    const agent = await connect(product.server, key, "long");
    const held = await holdAsk(
      product.server,
      { token: key.token, headers: { "kandev-run": "long" } },
      ask(),
    );
    held.drop();
    await expect
      .poll(() => product.sql`SELECT 1 FROM clarification_waiters WHERE pending_id = ${held.pendingId}`)
      .toHaveLength(0);
    await send(product.server, "POST", respondPath(held.pendingId), { body: choose("b") });
    const [first] = await madeBy(key);
    expect((await endSession(first)).status).toBe(200);
    const check = await agent.call("check_question_kandev", { pending_id: held.pendingId });
    expect(check.structured).toMatchObject({ response: choose("b") });
    expect(await madeBy(key)).toHaveLength(1);

    const { pendingId, outcome } = await blockOnAsk(agent, ask("And now?"));
    const sessions = await madeBy(key);
    expect(sessions.map(({ task_id }) => task_id)).toEqual([first?.task_id, first?.task_id]);
    expect(sessions.map(({ state }) => state)[0]).toBe("completed");
    await send(product.server, "POST", respondPath(pendingId), { body: choose("a") });
    await outcome;
    await agent.close();
  });

  test("starts a task of its own where the old one is archived", async () => {
    const key = await makeKey();
    const call = () =>
      holdAsk(product.server, { token: key.token, headers: { "kandev-run": "again" } }, ask());
    const first = await call();
    const [made] = await madeBy(key);
    await endSession(made);
    await product.sql`UPDATE tasks SET archived_at = now() WHERE id = ${made?.task_id ?? ""}`;
    const next = await call();
    expect(new Set((await madeBy(key)).map(({ task_id }) => task_id)).size).toBe(2);
    first.drop();
    next.drop();
  });
});

const WITHIN_MS = 1_000;

describe("revocation", () => {
  test("ends the key's held calls within a second on every server, no other's, and the questions stay answerable", async () => {
    const [key, other] = [await makeKey(), await makeKey()];
    const hold = async ({ token }: Key, server: TestServer, run: string) => {
      const agent = await connectMcp(server, token, "/mcp/session", { headers: { "kandev-run": run } });
      return { agent, ...(await blockOnAsk(agent, ask())) };
    };
    const held = [await hold(key, product.server, "here"), await hold(key, second, "there")];
    const kept = await hold(other, second, "kept");
    expect((await revoke(key)).status).toBe(200);
    const revoked = performance.now();
    const outcomes = await Promise.all(held.map(({ outcome }) => outcome));
    expect(performance.now() - revoked).toBeLessThan(WITHIN_MS);
    for (const { isError, text } of outcomes) {
      expect(isError).toBe(true);
      expect(text).toMatch(/^unauthenticated: /);
    }
    for (const server of [product.server, second]) {
      const reply = await postMcp(server, PING, { path: "/mcp/session", token: key.token });
      expect([reply.status, reply.json]).toMatchObject([401, { code: "unauthenticated" }]);
    }
    for (const { pendingId } of [...held, kept]) {
      const reply = await send(product.server, "POST", respondPath(pendingId), { body: choose("a") });
      expect(reply.json).toMatchObject({ claimed: true });
    }
    expect((await kept.outcome).structured).toMatchObject({ answers: choose("a").answers });
    await Promise.all([...held, kept].map(({ agent }) => agent.close()));
  });

  test("comes with the disabling of whoever made it, and with the loss of the workspace", async () => {
    const accounts = await product.start({ KANDEV_AUTH: "enabled" });
    const keyOf = async (owned: boolean) => {
      const user = await insertUser(product.db);
      const workspaceId = await insertWorkspace(product.db, owned ? { ownerId: user.id } : {});
      const key = await sendOk(created, accounts, "POST", keysOf(workspaceId), {
        token: user.token,
        body: { name: "x" },
      });
      return { ...key, user, workspaceId };
    };
    const [disabled, moved] = [await keyOf(true), await keyOf(false)];
    const knock = ({ token }: { token: string }) =>
      postMcp(accounts, PING, { path: "/mcp/session", token }).then(({ status }) => status);
    expect([await knock(disabled), await knock(moved)]).toEqual([200, 200]);
    const held = await holdAsk(accounts, disabled, ask());
    await disableUser(product, { email: `${disabled.user.id}@example.test` });
    const ended = performance.now();
    expect(await held.result()).toBeUndefined();
    expect(performance.now() - ended).toBeLessThan(WITHIN_MS);
    await product.sql`UPDATE workspaces SET owner_id = 'somebody' WHERE id = ${moved.workspaceId}`;
    expect([await knock(disabled), await knock(moved)]).toEqual([401, 401]);
  });

  test("comes with the token that it was made with, revoked or expired, and with no other", async () => {
    const accounts = await product.start({ KANDEV_AUTH: "enabled" });
    const user = await insertUser(product.db);
    const workspaceId = await insertWorkspace(product.db, { ownerId: user.id });
    const tokenMadeWith = (token: string) =>
      sendOk(created, accounts, "POST", "/api/v1/auth/tokens", { token, body: { name: "t" } });
    const keyMadeWith = async ({ token }: { token: string }) => ({
      ...(await sendOk(created, accounts, "POST", keysOf(workspaceId), { token, body: { name: "k" } })),
      workspaceId,
    });
    const [leaked, expiring] = [await tokenMadeWith(user.token), await tokenMadeWith(user.token)];
    const child = await tokenMadeWith(leaked.token);
    const keys = [await keyMadeWith(leaked), await keyMadeWith(child), await keyMadeWith(expiring)];
    const kept = await keyMadeWith(user);
    const held = await Promise.all(keys.map((key) => holdAsk(accounts, key, ask())));

    await send(accounts, "DELETE", `/api/v1/auth/tokens/${leaked.id}`, { token: user.token });
    await product.sql`UPDATE personal_access_tokens SET expires_at = now() + interval '0.1 seconds' WHERE id = ${expiring.id}`;
    const ended = performance.now();
    expect(await Promise.all(held.map((ask) => ask.result()))).toEqual(keys.map(() => undefined));
    expect(performance.now() - ended).toBeLessThan(WITHIN_MS);

    const knock = ({ token }: { token: string }) =>
      postMcp(accounts, PING, { path: "/mcp/session", token }).then(({ status }) => status);
    expect(await Promise.all([...keys, kept].map(knock))).toEqual([401, 401, 401, 200]);
    const { agent_keys } = await sendOk(listed, accounts, "GET", keysOf(workspaceId), { token: user.token });
    expect(agent_keys.map(({ id }) => id)).toEqual([kept.id]);
  });
});
