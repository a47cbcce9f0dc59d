import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "@/lib/ids";
import { insertMessage, insertUser } from "@/lib/testing/factories";
import { openSession, type Reply, send } from "@/lib/testing/http";
import { identity, launchAgent, type LaunchedAgent, type Permission } from "@/lib/testing/launched-agent";
import { connectMcp, type McpConnection, postMcp } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;
let mcp: McpConnection;
beforeAll(async () => {
  product = await startProduct();
  mcp = await connectMcp(product.server);
});
afterAll(async () => {
  await mcp.close();
  await product.stop([/a permission could not be claimed/, /a resolution could not be finalized/]);
});

const ask = (toolCallId = "call-1", more: Readonly<Record<string, unknown>> = {}) => ({
  permission: {
    toolCallId,
    title: "Run it",
    kind: "execute",
    rawInput: { command: "rm -rf build" },
    ...more,
  },
});
/** The same, while the agent goes on. */
const askAside = (...args: Parameters<typeof ask>) => ({ ...ask(...args), background: true });
const hang = { hang: true };

async function onePrompt(agent: LaunchedAgent): Promise<Permission> {
  const [prompt] = await agent.prompts();
  if (prompt === undefined) throw new Error("no prompt");
  return prompt;
}

const decide = (
  prompt: Permission,
  option_id: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Reply> => {
  const { request_id, ...body } = { ...identity(prompt), option_id, ...changes };
  return send(product.server, "POST", `/api/v1/permissions/${request_id}/respond`, { body });
};

const resolve = (prompt: Permission, option_id: string, more: Readonly<Record<string, string>> = {}) =>
  mcp.call("resolve_agent_permission_kandev", { ...identity(prompt), option_id, ...more });

const auditShape = z.looseObject({ claim_id: z.string(), result: z.string() });
const metadataShape = z.looseObject({
  status: z.string().optional(),
  permission_resolution: auditShape.optional(),
  permission_attempts: z.array(auditShape).default([]),
});

const record = async (agent: LaunchedAgent, prompt: Permission) => {
  const message = (await agent.messages()).find(({ metadata }) => metadata.request_id === prompt.request_id);
  return metadataShape.parse(message?.metadata);
};

describe("listing", () => {
  test("PR1: a prompt has its identity, its time, its action and every option, without what the agent adds", async () => {
    const agent = await launchAgent(product.server, [
      ask("call-1", {
        title: "Run a command",
        rawInput: { command: "git status", cwd: "/srv/app", env: { TOKEN: "x" }, headers: { a: "b" } },
        _meta: { secret: "meta" },
      }),
      hang,
    ]);
    const prompt = await onePrompt(agent);
    expect(prompt).toEqual({
      task_id: agent.taskId,
      session_id: agent.sessionId,
      request_id: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
      pending_id: "call-1",
      tool_call_id: "call-1",
      title: "Run a command",
      action: {
        type: "command",
        description: "Run a command",
        command: "git status",
        cwd: "/srv/app",
        redacted: false,
      },
      options: [
        { option_id: "allow-once", name: "Allow once", kind: "allow_once" },
        { option_id: "allow-always", name: "Always allow", kind: "allow_always" },
        { option_id: "reject-once", name: "Deny", kind: "reject_once" },
      ],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/) as unknown,
      status: "pending",
    });
    const listed = await mcp.call("list_pending_agent_permissions_kandev", { task_id: agent.taskId });
    expect(listed.structured).toEqual({ task_id: agent.taskId, permissions: [prompt], total: 1 });
    expect((await record(agent, prompt)).status).toBeUndefined();
    expect(await agent.state()).toBe("waiting_for_input");
  });

  test("PR10, PR12: two sessions of a task are listed together, oldest first, and a secret is not shown", async () => {
    const one = await launchAgent(product.server, [ask("a"), hang]);
    const first = await onePrompt(one);
    const two = await launchAgent(
      product.server,
      [ask("b", { rawInput: { command: "curl -H 'Authorization: Bearer abcdefghijklmnop1234'" } }), hang],
      { taskId: one.taskId },
    );
    const second = await onePrompt(two);
    const both = await mcp.call("list_pending_agent_permissions_kandev", { task_id: one.taskId });
    expect(both.structured).toMatchObject({
      permissions: [{ request_id: first.request_id }, { request_id: second.request_id }],
      total: 2,
    });
    expect(second.action).toMatchObject({
      redacted: true,
      command: expect.stringContaining("[redacted]") as unknown,
    });
    expect(both.text).not.toContain("abcdefghijklmnop1234");
  });

  test("PR10: a task without live requests has an empty list", async () => {
    const { taskId, sessionId } = await openSession(product.server);
    for (const args of [{ task_id: taskId }, { task_id: taskId, session_id: sessionId }])
      expect((await mcp.call("list_pending_agent_permissions_kandev", args)).structured).toEqual({
        task_id: taskId,
        permissions: [],
        total: 0,
      });
  });

  test.for([
    ["an unknown task", { task_id: newId() }],
    ["an empty task id", { task_id: "" }],
  ] as const)("PR4: %s is not found", async ([, args]) => {
    const outcome = await mcp.call("list_pending_agent_permissions_kandev", args);
    expect(outcome.text).toMatch(/^(task_or_session_not_found|validation_error): /);
  });

  test("PR11: a session of another task is not found, whether it has a live request or not", async () => {
    const agent = await launchAgent(product.server, [ask(), hang]);
    await onePrompt(agent);
    const { taskId } = await openSession(product.server);
    const listed = await mcp.call("list_pending_agent_permissions_kandev", {
      task_id: taskId,
      session_id: agent.sessionId,
    });
    expect([listed.isError, listed.text]).toEqual([
      true,
      "task_or_session_not_found: no such task, or no such session of it",
    ]);
    const prompt = await onePrompt(agent);
    const resolved = await resolve({ ...prompt, task_id: taskId }, "allow-once");
    expect(resolved.text).toBe(listed.text);
    expect(await agent.permissions()).toHaveLength(1);
  });

  test("PR18: a request without options is listed with [], cannot be resolved, and can be cancelled here", async () => {
    const agent = await launchAgent(product.server, [ask("call-1", { options: [] })]);
    const prompt = await onePrompt(agent);
    expect(prompt.options).toEqual([]);
    expect((await resolve(prompt, "allow-once")).text).toMatch(/^permission_option_not_offered: /);
    const { request_id, ...body } = identity(prompt);
    const reply = await send(product.server, "POST", `/api/v1/permissions/${request_id}/cancel`, { body });
    expect([reply.status, reply.json]).toMatchObject([
      200,
      { option_id: "cancelled", option_kind: "cancelled", source: "web", status: "resolved" },
    ]);
    await agent.hears({ permission: "call-1", outcome: "cancelled" });
    expect(await record(agent, prompt)).toMatchObject({
      status: "rejected",
      permission_resolution: { option_id: "cancelled", result: "accepted", source: "web" },
    });
  });
});

describe("resolving", () => {
  test("PR2, PR19: over MCP the agent gets exactly the option, and the audit says who, what, when and from where", async () => {
    const agent = await launchAgent(product.server, [ask()]);
    const prompt = await onePrompt(agent);
    const outcome = await resolve(prompt, "allow-always");
    expect(outcome.structured).toEqual({
      ...identity(prompt),
      option_id: "allow-always",
      option_kind: "allow_always",
      source: "external_mcp",
      status: "resolved",
    });
    await agent.hears({ permission: "call-1", outcome: "selected", optionId: "allow-always" });
    await agent.waitFor("idle");
    const { status, permission_resolution: audit } = await record(agent, prompt);
    expect(status).toBe("approved");
    expect(audit).toEqual({
      claim_id: expect.any(String) as unknown,
      actor_user_id: "",
      actor_kind: "synthetic",
      source: "external_mcp",
      request_id: prompt.request_id,
      pending_id: "call-1",
      option_id: "allow-always",
      option_kind: "allow_always",
      selected_at: expect.stringMatching(/Z$/) as unknown,
      finalized_at: expect.stringMatching(/Z$/) as unknown,
      result: "accepted",
    });
  });

  test("PR6, PR25: over REST with the request's generation; a rejection is an option like any other", async () => {
    const agent = await launchAgent(product.server, [ask()]);
    const prompt = await onePrompt(agent);
    const stale = await decide(prompt, "reject-once", { request_id: newId() });
    expect([stale.status, stale.json]).toMatchObject([409, { code: "permission_stale" }]);
    const reply = await decide(prompt, "reject-once");
    expect([reply.status, reply.json]).toMatchObject([200, { source: "web", status: "resolved" }]);
    await agent.hears({ permission: "call-1", outcome: "selected", optionId: "reject-once" });
    expect((await record(agent, prompt)).status).toBe("rejected");
  });

  test.for([
    ["arguments of its own", { command: "rm -rf /" }],
    ["a cancellation", { cancelled: "true" }],
    ["a source", { source: "web" }],
    ["a rejection flag", { rejected: "true" }],
  ] as const)("PR2, PR19: refuses %s", async ([, more]) => {
    const agent = await launchAgent(product.server, [ask(), hang]);
    const prompt = await onePrompt(agent);
    const outcome = await resolve(prompt, "allow-once", more);
    expect(outcome.text).toMatch(/^validation_error: unknown argument/);
    expect(outcome.text).not.toContain("rm -rf");
    expect(await agent.permissions()).toHaveLength(1);
  });

  test("PR3, PR13: an option that was not offered is refused byte for byte, recorded, and nothing is sent", async () => {
    const agent = await launchAgent(product.server, [ask(), hang]);
    const prompt = await onePrompt(agent);
    for (const strange of ["allow-once ", "ALLOW-ONCE", "allow", "x".repeat(5_000)]) {
      const reply = await decide(prompt, strange);
      expect([reply.status, reply.json]).toMatchObject([400, { code: "permission_option_not_offered" }]);
    }
    const kept = await record(agent, prompt);
    expect(kept.permission_resolution).toBeUndefined();
    expect(kept.permission_attempts).toHaveLength(4);
    expect(kept.permission_attempts[0]).toMatchObject({
      option_id: "allow-once ",
      result: "failed",
      code: "permission_option_not_offered",
    });
    expect(String(kept.permission_attempts[3]?.option_id).length).toBeLessThan(200);
    expect((await decide(prompt, "allow-once")).status).toBe(200);
  });

  test("PR3: an identity that is wrong in any part never reaches the live request", async () => {
    const agent = await launchAgent(product.server, [ask(), hang]);
    const prompt = await onePrompt(agent);
    const other = await openSession(product.server);
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { task_id: other.taskId },
      { session_id: other.sessionId },
      { pending_id: "another" },
      { request_id: newId() },
      { request_id: newId(), pending_id: "another" },
    ];
    const codes = await Promise.all(
      wrong.map(
        async (changes) =>
          z.object({ code: z.string() }).parse((await decide(prompt, "allow-once", changes)).json).code,
      ),
    );
    expect(codes).toEqual([
      "task_or_session_not_found",
      "task_or_session_not_found",
      "permission_not_found",
      "permission_stale",
      "permission_not_found",
    ]);
    expect(await agent.permissions()).toHaveLength(1);
  });

  test("PR5, PR7: a replay is already resolved, recorded, and leaves the successful resolution as it was", async () => {
    const agent = await launchAgent(product.server, [ask()]);
    const prompt = await onePrompt(agent);
    await decide(prompt, "allow-once");
    const { permission_resolution: before } = await record(agent, prompt);
    for (const option of ["allow-once", "reject-once"])
      expect((await resolve(prompt, option)).text).toMatch(/^permission_already_resolved: /);
    const after = await record(agent, prompt);
    expect(after.permission_resolution).toEqual(before);
    expect(after.permission_attempts).toMatchObject([
      {
        option_id: "allow-once",
        source: "external_mcp",
        code: "permission_already_resolved",
        result: "failed",
      },
      {
        option_id: "reject-once",
        source: "external_mcp",
        code: "permission_already_resolved",
        result: "failed",
      },
    ]);
    await agent.hears({ permission: "call-1" });
    const told = (await agent.said()).filter(
      (line) => z.object({ permission: z.string() }).safeParse(line).success,
    );
    expect(told).toHaveLength(1);
  });

  test("PR7: at most a hundred attempts are kept with a request, then they are counted", async () => {
    const agent = await launchAgent(product.server, [ask(), hang]);
    const prompt = await onePrompt(agent);
    for (let each = 0; each < 13; each += 1)
      await Promise.all(Array.from({ length: 8 }, () => decide(prompt, "strange")));
    expect(await record(agent, prompt)).toMatchObject({
      permission_attempts: { length: 100 },
      permission_attempts_omitted: 4,
    });
  });

  test("PR5: a reused pending id makes the older request stale, and the newer one stays", async () => {
    const agent = await launchAgent(product.server, [askAside(), { wait: 300 }, askAside(), hang]);
    const older = await onePrompt(agent);
    await expect.poll(async () => (await onePrompt(agent)).request_id).not.toBe(older.request_id);
    const newer = await onePrompt(agent);
    expect(newer.pending_id).toBe(older.pending_id);
    const reply = await decide(older, "allow-once");
    expect([reply.status, reply.json]).toMatchObject([409, { code: "permission_stale" }]);
    expect(await agent.permissions()).toEqual([newer]);
    expect(await record(agent, older)).toMatchObject({
      status: "expired",
      permission_attempts: [{ code: "permission_stale", result: "stale" }],
    });
    await agent.hears({ permission: "call-1", outcome: "cancelled" });
  });

  test.for([
    ["that the agent withdraws", [{ wait: 300 }, { withdraw: "call-1" }, hang], "running"],
    ["of a turn that ends", [{ wait: 300 }], "idle"],
    ["of an agent that is gone", [{ wait: 300 }, { exit: 1 }], "idle"],
  ] as const)("PR5, PR23: a request %s is stale, and nothing is started", async ([, steps, state]) => {
    const agent = await launchAgent(product.server, [askAside(), ...steps]);
    const prompt = await onePrompt(agent);
    await agent.prompts(0);
    await expect.poll(async () => (await record(agent, prompt)).status).toBe("expired");
    await agent.waitFor(state); // its end, where it has ended, is recorded with it
    const before = await product.sql`SELECT pid FROM agent_runs WHERE task_session_id = ${agent.sessionId}`;
    expect((await resolve(prompt, "allow-once")).text).toMatch(/^permission_stale: /);
    const after = await product.sql`SELECT pid FROM agent_runs WHERE task_session_id = ${agent.sessionId}`;
    expect([...after]).toEqual([...before]);
    expect((await record(agent, prompt)).permission_resolution).toBeUndefined();
  });

  test("PR21: of twenty resolvers at once, over REST and MCP, one wins and the agent gets its option", async () => {
    const agent = await launchAgent(product.server, [ask()]);
    const prompt = await onePrompt(agent);
    const choices = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? "allow-once" : "reject-once",
    );
    const won = await Promise.all(
      choices.map(async (option, index) =>
        index % 4 < 2
          ? (await decide(prompt, option)).status === 200
          : !(await resolve(prompt, option)).isError,
      ),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    await agent.hears({ permission: "call-1", optionId: choices[won.indexOf(true)] });
    expect((await record(agent, prompt)).permission_attempts).toHaveLength(19);
  });

  test("PR23: deciding in a session whose agent does not run starts none", async () => {
    const agent = await launchAgent(product.server, [ask()]);
    const prompt = await onePrompt(agent);
    await decide(prompt, "allow-once");
    await agent.waitFor("idle");
    const [run] = z
      .array(z.object({ pid: z.number() }))
      .parse([...(await product.sql`SELECT pid FROM agent_runs WHERE task_session_id = ${agent.sessionId}`)]);
    process.kill(run?.pid ?? 0, "SIGKILL");
    const running = async () =>
      (await product.sql`SELECT 1 FROM agent_runs WHERE task_session_id = ${agent.sessionId}`).length;
    await expect.poll(running).toBe(0);
    for (const request_id of [prompt.request_id, newId()])
      expect((await decide(prompt, "allow-once", { request_id })).status).toBeGreaterThanOrEqual(400);
    expect(await running()).toBe(0);
    expect(await agent.state()).toBe("idle");
  });

  test("PR5: ending the session or stopping the turn answers open prompts with cancelled", async () => {
    const agent = await launchAgent(product.server, [askAside("a"), askAside("b"), hang]);
    await agent.prompts(2);
    await send(product.server, "POST", `/api/v1/sessions/${agent.sessionId}/cancel`);
    await agent.hears({ permission: "a", outcome: "cancelled" });
    await agent.hears({ permission: "b", outcome: "cancelled" });
    expect(await agent.permissions()).toEqual([]);
    await agent.send([ask("c"), hang]);
    await agent.prompts(1);
    await send(product.server, "POST", `/api/v1/sessions/${agent.sessionId}/end`, {
      body: { state: "completed" },
    });
    await agent.prompts(0);
  });

  test("PR22: a decided request does not stand in the way of a later one with the same pending id", async () => {
    const agent = await launchAgent(product.server, [ask(), { wait: 200 }]);
    const first = await onePrompt(agent);
    await decide(first, "allow-once");
    await agent.waitFor("idle");
    await agent.send([ask()]);
    const second = await onePrompt(agent);
    expect(second.pending_id).toBe(first.pending_id);
    expect((await decide(second, "reject-once")).status).toBe(200);
  });

  test("PR9: what only the transcript knows is never listed and cannot be decided", async () => {
    const { taskId, sessionId } = await openSession(product.server);
    const request_id = newId();
    const options = [{ option_id: "allow-once", name: "Allow", kind: "allow_once" }];
    await insertMessage(product.db, {
      sessionId,
      taskId,
      turnId: null,
      type: "permission_request",
      metadata: { request_id, pending_id: "by-hand", options },
    });
    const listed = await send(product.server, "GET", `/api/v1/tasks/${taskId}/permissions`);
    expect(listed.json).toMatchObject({ permissions: [], total: 0 });
    const reply = await send(product.server, "POST", `/api/v1/permissions/${request_id}/respond`, {
      body: { task_id: taskId, session_id: sessionId, pending_id: "by-hand", option_id: "allow-once" },
    });
    expect([reply.status, reply.json]).toMatchObject([409, { code: "permission_stale" }]);
  });
});

describe("a database that fails", () => {
  const failing = async (agent: LaunchedAgent, when: "claim" | "finalize", work: () => Promise<void>) => {
    const name = `fail_${newId().replaceAll("-", "")}`;
    const condition =
      when === "claim"
        ? "NOT OLD.metadata ? 'permission_resolution' AND NEW.metadata ? 'permission_resolution'"
        : "OLD.metadata #>> '{permission_resolution,result}' = 'dispatching' AND NEW.metadata #>> '{permission_resolution,result}' <> 'dispatching'";
    await product.sql.unsafe(`
      CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.task_session_id = '${agent.sessionId}' AND ${condition} THEN RAISE EXCEPTION 'disk full'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER ${name} BEFORE UPDATE ON task_session_messages FOR EACH ROW EXECUTE FUNCTION ${name}()`);
    try {
      await work();
    } finally {
      await product.sql.unsafe(`DROP FUNCTION ${name} CASCADE`);
    }
  };

  test("PR14: when the claim cannot be recorded nothing is sent, and the request can be decided afterwards", async () => {
    const agent = await launchAgent(product.server, [ask()]);
    const prompt = await onePrompt(agent);
    await failing(agent, "claim", async () => {
      const reply = await decide(prompt, "allow-once");
      expect([reply.status, reply.json]).toMatchObject([500, { code: "permission_audit_failed" }]);
      expect(reply.text).not.toContain("disk full");
    });
    expect(await agent.permissions()).toHaveLength(1);
    expect((await decide(prompt, "reject-once")).status).toBe(200);
    await agent.hears({ permission: "call-1", optionId: "reject-once" });
  });

  test("PR16: when the end cannot be recorded the caller is told, the agent has it, and a replay is blocked", async () => {
    const agent = await launchAgent(product.server, [ask(), hang]);
    const prompt = await onePrompt(agent);
    await failing(agent, "finalize", async () => {
      expect((await resolve(prompt, "allow-once")).text).toMatch(/^permission_audit_failed: /);
      await agent.hears({ permission: "call-1", optionId: "allow-once" });
      expect((await resolve(prompt, "reject-once")).text).toMatch(/^permission_resolution_in_progress: /);
    });
    expect(await record(agent, prompt)).toMatchObject({ permission_resolution: { result: "dispatching" } });
    expect(await agent.permissions()).toEqual([]);
  });
});

test("PR8: auto-approval is off unless a profile says so, and then every choice is recorded in nobody's name", async () => {
  const agent = await launchAgent(product.server, [ask(), { wait: 300 }], { autoApprove: true });
  await agent.hears({ permission: "call-1", outcome: "selected", optionId: "allow-once" });
  await agent.waitFor("idle");
  const message = (await agent.messages()).find(({ type }) => type === "permission_request");
  expect(message?.metadata).toMatchObject({
    status: "approved",
    permission_resolution: {
      actor_kind: "automation",
      source: "automation",
      option_id: "allow-once",
      result: "accepted",
    },
  });
});

test("PR8: auto-approval asks a person about a request that no option allows", async () => {
  const options = [{ optionId: "no", name: "No", kind: "reject_once" }];
  const agent = await launchAgent(product.server, [ask("call-1", { options }), hang], { autoApprove: true });
  expect((await onePrompt(agent)).options).toEqual([{ option_id: "no", name: "No", kind: "reject_once" }]);
});

test("above a hundred open requests the next is refused with the agent's own no", async () => {
  const many = Array.from({ length: 101 }, (_, index) => askAside(`call-${index}`));
  const agent = await launchAgent(product.server, [...many, hang]);
  await agent.hears({ permission: "call-100", outcome: "selected", optionId: "reject-once" });
  await agent.prompts(100);
}, 60_000);

test("a request cannot take the id of a question, which would make it unanswerable", async () => {
  const question = await openSession(product.server);
  const asked = await send(product.server, "POST", "/api/v1/clarification/request", {
    body: {
      session_id: question.sessionId,
      questions: [
        {
          prompt: "Which?",
          options: [
            { label: "A", description: "" },
            { label: "B", description: "" },
          ],
        },
      ],
    },
  });
  const { pending_id } = z.object({ pending_id: z.string() }).parse(asked.json);
  const agent = await launchAgent(product.server, [ask(pending_id), hang]);
  const prompt = await onePrompt(agent);
  expect(prompt.pending_id).not.toBe(pending_id);
  const answered = await send(product.server, "POST", `/api/v1/clarification/${pending_id}/respond`, {
    body: { answers: [{ question_id: "q1", selected_options: ["q1_opt1"] }] },
  });
  expect(answered.status).toBe(200);
});

describe("with accounts", () => {
  test("PR4, PR7, PR20: a stranger and an admin see nothing of it, its owner decides, and the audit has her name", async () => {
    const server = await product.start({ KANDEV_AUTH: "enabled" });
    const [ada, eve] = [await insertUser(product.db, "admin"), await insertUser(product.db, "admin")];
    const agent = await launchAgent(server, [ask()], { token: ada.token });
    const prompt = await onePrompt(agent);
    const others = await connectMcp(server, eve.token);
    const own = await connectMcp(server, ada.token);
    const foreign = await others.call("list_pending_agent_permissions_kandev", { task_id: agent.taskId });
    const nothing = await others.call("list_pending_agent_permissions_kandev", { task_id: newId() });
    expect(foreign).toEqual(nothing);
    const args = { ...identity(prompt), option_id: "allow-once" };
    const refused = await others.call("resolve_agent_permission_kandev", args);
    expect(refused.text).toBe(nothing.text);
    expect((await record(agent, prompt)).permission_attempts).toEqual([]);
    expect((await own.call("resolve_agent_permission_kandev", args)).isError).toBe(false);
    expect(await record(agent, prompt)).toMatchObject({
      permission_resolution: {
        actor_user_id: ada.id,
        actor_kind: "personal_access_token",
        source: "external_mcp",
      },
    });
    await Promise.all([own.close(), others.close()]);
  });
});

describe("request_permission_kandev, for agents that speak only MCP", () => {
  const input = { command: "npm publish", description: "Publish the package" };

  test("S4, PR1: is a prompt like any other, and allows or denies in Claude Code's words", async () => {
    const session = await openSession(product.server);
    const agent = await connectMcp(product.server, session.token);
    for (const [option_id, expected] of [
      ["allow-once", { behavior: "allow", updatedInput: input }],
      ["reject-once", { behavior: "deny", message: "The person denied this." }],
    ] as const) {
      const call = agent.call("request_permission_kandev", {
        tool_name: "Bash",
        input,
        tool_use_id: `toolu_${option_id}`,
      });
      const list = async () =>
        (await send(product.server, "GET", `/api/v1/tasks/${session.taskId}/permissions`)).json;
      await expect.poll(list).toMatchObject({
        permissions: [
          {
            pending_id: `toolu_${option_id}`,
            title: "Bash",
            action: { type: "command", command: "npm publish" },
            options: [
              { option_id: "allow-once", name: "Allow once", kind: "allow_once" },
              { option_id: "reject-once", name: "Deny", kind: "reject_once" },
            ],
          },
        ],
      });
      const { permissions } = z
        .object({ permissions: z.array(z.looseObject({ request_id: z.string() })) })
        .parse(await list());
      const reply = await send(
        product.server,
        "POST",
        `/api/v1/permissions/${permissions[0]?.request_id ?? ""}/respond`,
        {
          body: {
            task_id: session.taskId,
            session_id: session.sessionId,
            pending_id: `toolu_${option_id}`,
            option_id,
          },
        },
      );
      expect(reply.status).toBe(200);
      const outcome = await call;
      expect(outcome.structured).toEqual(expected);
      expect(JSON.parse(outcome.text)).toEqual(expected);
    }
    await agent.close();
  });

  test("Claude Code gets the one text block that it takes; everybody else gets structured content, too", async () => {
    const { token } = await openSession(product.server);
    const list = async (userAgent: string) => {
      const reply = await postMcp(
        product.server,
        { jsonrpc: "2.0", id: 1, method: "tools/list" },
        { path: "/mcp/session", token, headers: { "user-agent": userAgent } },
      );
      return z
        .object({ result: z.object({ tools: z.array(z.looseObject({ name: z.string() })) }) })
        .parse(reply.json)
        .result.tools.filter((tool) => !("outputSchema" in tool))
        .map(({ name }) => name);
    };
    expect(await list("claude-code/2.1.197 (sdk-cli)")).toEqual(["request_permission_kandev"]);
    expect(await list("node")).toEqual([]);
  });

  test("a dropped call withdraws it", async () => {
    const session = await openSession(product.server);
    const agent = await connectMcp(product.server, session.token);
    const hangUp = new AbortController();
    const call = agent
      .call("request_permission_kandev", { tool_name: "Bash", input }, { signal: hangUp.signal })
      .catch(() => undefined);
    const total = async () =>
      z
        .object({ total: z.number() })
        .parse((await send(product.server, "GET", `/api/v1/tasks/${session.taskId}/permissions`)).json).total;
    await expect.poll(total).toBe(1);
    hangUp.abort();
    await call;
    await expect.poll(total).toBe(0);
    await agent.close();
  });
});
