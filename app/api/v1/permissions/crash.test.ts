import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Gate, makeGate } from "@/lib/testing/gate";
import { send } from "@/lib/testing/http";
import { launchAgent, type LaunchedAgent, type Permission } from "@/lib/testing/launched-agent";
import { isRunning } from "@/lib/testing/is-running";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";

const GATE = 4713;

let product: Product;
let gate: Gate;

/**
 * Where the decision is held: its claim or its end, before the statement is done or in its COMMIT. A claim is one statement:
 * once begun it commits, although the server that sent it is dead.
 */
const windows = ["claim", "claim-commit", "finalize", "finalize-commit"] as const;
type Window = (typeof windows)[number];

beforeAll(async () => {
  product = await startProduct();
  gate = await makeGate(product.sql, GATE);
  await product.sql.unsafe(`
    CREATE TABLE test_gates (session_id text, stage text);
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      was text := COALESCE(OLD.metadata #>> '{permission_resolution,result}', '');
      is_now text := COALESCE(NEW.metadata #>> '{permission_resolution,result}', '');
    BEGIN
      IF was <> is_now AND EXISTS (
        SELECT 1 FROM test_gates WHERE session_id = NEW.task_session_id AND stage = TG_ARGV[0]
          AND starts_with(stage, CASE is_now WHEN 'dispatching' THEN 'claim' ELSE 'finalize' END))
      THEN PERFORM pg_advisory_xact_lock_shared(${GATE}); END IF;
      RETURN NULL;
    END $$`);
  for (const stage of windows)
    await product.sql.unsafe(`
      CREATE CONSTRAINT TRIGGER gate_${stage.replaceAll("-", "_")} AFTER UPDATE ON task_session_messages
        ${stage.endsWith("commit") ? "DEFERRABLE INITIALLY DEFERRED" : ""}
        FOR EACH ROW EXECUTE FUNCTION wait_at_gate('${stage}')`);
});
afterAll(async () => {
  gate.release();
  await product.stop([/could not be/, /CONNECTION/]);
});

const permission = { toolCallId: "call", title: "Run it", kind: "execute", rawInput: { command: "make" } };

const decide = (server: TestServer, prompt: Permission, option_id = "allow-once") =>
  send(server, "POST", `/api/v1/permissions/${prompt.request_id}/respond`, {
    body: {
      task_id: prompt.task_id,
      session_id: prompt.session_id,
      pending_id: prompt.pending_id,
      option_id,
    },
  });

const runShape = z.array(z.object({ pid: z.number() }));
const pidOf = async (agent: LaunchedAgent) =>
  runShape.parse([
    ...(await product.sql`SELECT pid FROM agent_runs WHERE task_session_id = ${agent.sessionId}`),
  ])[0]?.pid ?? 0;

const recordOf = async (agent: LaunchedAgent) =>
  z
    .looseObject({
      status: z.string().default("pending"),
      permission_resolution: z.looseObject({ result: z.string() }).optional(),
    })
    .parse((await agent.messages()).find(({ type }) => type === "permission_request")?.metadata);

/** Decides a prompt, and runs `strike` while the decision is held in `window`. */
async function strikeIn(
  window: Window,
  strike: (victim: TestServer, agentPid: number) => Promise<void>,
): Promise<{ agent: LaunchedAgent; prompt: Permission; status: number | undefined; agentPid: number }> {
  const victim = await product.start();
  const launched = await launchAgent(victim, [{ permission }, { hang: true }]);
  const [prompt] = await launched.prompts();
  if (prompt === undefined) throw new Error("no prompt");
  const agentPid = await pidOf(launched);
  await product.sql`INSERT INTO test_gates VALUES (${launched.sessionId}, ${window})`;
  await gate.close();
  let reply: Promise<{ status: number } | undefined>;
  try {
    reply = decide(victim, prompt).catch(() => undefined);
    await gate.holds(1);
    await strike(victim, agentPid);
  } finally {
    await gate.open();
  }
  const status = (await reply)?.status;
  return { agent: launched.through(product.server), prompt, status, agentPid };
}

const EXPECTED: Record<Window, { status: string; result: string; code: string }> = {
  claim: { status: "expired", result: "indeterminate", code: "permission_already_resolved" },
  "claim-commit": { status: "expired", result: "indeterminate", code: "permission_already_resolved" },
  finalize: { status: "expired", result: "indeterminate", code: "permission_already_resolved" },
  "finalize-commit": { status: "approved", result: "accepted", code: "permission_already_resolved" },
};

describe.each(windows)("killed with -9 in %s", (window) => {
  for (const who of ["alone", "and its agent"])
    test(`PR14, PR16, PR24: the server ${who}: no agent is left, the record is honest, and a replay is blocked`, async () => {
      const struck = await strikeIn(window, async (victim, agentPid) => {
        if (who === "and its agent") process.kill(agentPid, "SIGKILL");
        await victim.kill();
      });
      const { agent, prompt, agentPid } = struck;
      const next = await product.start(); // what a restart cleans up
      await expect.poll(() => isRunning(agentPid), { timeout: 20_000 }).toBe(false);
      await expect
        .poll(async () => {
          const { status, permission_resolution: audit } = await recordOf(agent);
          return { status, result: audit?.result };
        })
        .toEqual({ status: EXPECTED[window].status, result: EXPECTED[window].result });
      expect(await agent.through(next).permissions()).toEqual([]);
      const replay = await decide(next, prompt, "reject-once");
      expect(replay.json).toMatchObject({ code: EXPECTED[window].code });
      expect(await agent.state()).toBe("idle");
      const status = (await agent.messages()).filter(({ type }) => type === "status");
      expect(status.map(({ content }) => content).join()).toMatch(/The server ended|ended unexpectedly/);
    });

  test("PR15: the agent: the decision fails or arrived, the record says which, and nothing else is answered", async () => {
    const { agent, prompt, status } = await strikeIn(window, async (_, agentPid) => {
      process.kill(agentPid, "SIGKILL");
      await expect.poll(() => isRunning(agentPid)).toBe(false);
      await sleep(300); // its end has been noticed, as far as the held transaction lets it
    });
    const arrived = window.startsWith("finalize"); // it was sent before
    expect(status).toBe(arrived ? 200 : 500);
    await expect
      .poll(async () => (await recordOf(agent)).permission_resolution?.result)
      .toBe(arrived ? "accepted" : "failed");
    expect((await recordOf(agent)).status).toBe(arrived ? "approved" : "expired");
    expect((await decide(product.server, prompt)).json).toMatchObject({
      code: "permission_already_resolved",
    });
  });
});

test("PR9: a request is not there again after a restart, and the next turn's is a new one", async () => {
  const victim = await product.start();
  const launched = await launchAgent(victim, [{ permission }, { hang: true }]);
  const [before] = await launched.prompts();
  if (before === undefined) throw new Error("no prompt");
  await victim.stop();
  const agent = launched.through(await product.start());
  expect(await agent.permissions()).toEqual([]);
  expect(await recordOf(agent)).toMatchObject({ status: "expired" });
  await agent.send([{ permission }]);
  const [after] = await agent.prompts();
  expect(after?.pending_id).toBe(before.pending_id);
  expect(after?.request_id).not.toBe(before.request_id);
});

test("no agent outlives a server that was killed, also one that ignores the end of its input", async () => {
  const victim = await product.start();
  const launched = await launchAgent(victim, [{ say: "here" }, { hang: true }], {
    env: { AGENT_STUBBORN: "1" },
  });
  await expect.poll(() => pidOf(launched)).toBeGreaterThan(0);
  const pid = await pidOf(launched);
  await victim.kill();
  await sleep(500);
  expect(isRunning(pid)).toBe(true); // it is stubborn; the next start ends it
  await product.start();
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
});
