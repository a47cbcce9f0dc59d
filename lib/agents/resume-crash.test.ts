import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Gate, makeGate } from "@/lib/testing/gate";
import { choose, respondPath, send } from "@/lib/testing/http";
import { launchAgent, type LaunchedAgent } from "@/lib/testing/launched-agent";
import { type Product, startProduct } from "@/lib/testing/product";

const GATE = 4717;

let product: Product;
let gate: Gate;

/** Where the detached resume is held when its server is killed: in its claim, or where its turn is recorded as sent. */
const windows = ["claim-commit", "turn", "turn-commit"] as const;

beforeAll(async () => {
  product = await startProduct();
  gate = await makeGate(product.sql, GATE);
  await product.sql.unsafe(`
    CREATE TABLE test_gates (session_id text, stage text);
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT 1 FROM test_gates WHERE session_id = NEW.task_session_id AND stage = TG_ARGV[0])
        AND (TG_ARGV[0] <> 'claim-commit' OR NEW.metadata ? 'response_delivery_pending')
      THEN PERFORM pg_advisory_xact_lock_shared(${GATE}); END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER gate_claim AFTER UPDATE ON task_session_messages DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_at_gate('claim-commit');
    CREATE CONSTRAINT TRIGGER gate_turn AFTER INSERT ON task_session_turns
      FOR EACH ROW EXECUTE FUNCTION wait_at_gate('turn');
    CREATE CONSTRAINT TRIGGER gate_turn_commit AFTER INSERT ON task_session_turns DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_at_gate('turn-commit')`);
});
afterAll(async () => {
  gate.release();
  await product.stop([/./]);
});

const asked = {
  prompt: "Which?",
  options: [
    { option_id: "a", label: "A", description: "" },
    { option_id: "b", label: "B", description: "" },
  ],
};

const metadataShape = z.looseObject({ pending_id: z.string(), status: z.string() });

const questionOf = async (agent: LaunchedAgent) => {
  const row = (await agent.messages()).find(({ type }) => type === "clarification_request");
  return row === undefined ? undefined : metadataShape.parse(row.metadata);
};

const resumes = async (agent: LaunchedAgent): Promise<number> =>
  (await agent.said()).filter(
    (line) => z.object({ prompt: z.string().includes("A1:") }).safeParse(line).success,
  ).length;

const turnsOf = async (agent: LaunchedAgent): Promise<number> =>
  (await product.sql`SELECT 1 FROM task_session_turns WHERE task_session_id = ${agent.sessionId}`).length;

test.for(windows)(
  "R7: a server killed in the %s of a detached resume never doubles it: it was taken back, or counts as sent",
  { timeout: 90_000 },
  async (window) => {
    const victim = await product.start();
    const launched = await launchAgent(victim, [{ ask: { questions: [asked] }, patience: 300 }]);
    await launched.hears({ asked: expect.anything() as unknown });
    await expect
      .poll(async () => (await questionOf(launched))?.agent_disconnected, { timeout: 20_000 })
      .toBe(true);
    const { pending_id = "" } = (await questionOf(launched)) ?? {};
    await product.sql`INSERT INTO test_gates VALUES (${launched.sessionId}, ${window})`;
    await gate.close();
    let reply: Promise<unknown>;
    try {
      reply = send(victim, "POST", respondPath(pending_id), { body: choose("a") }).catch(() => undefined);
      await gate.holds(1);
      await victim.kill();
    } finally {
      await gate.open();
      await product.sql`DELETE FROM test_gates`;
    }
    await reply;
    const next = await product.start();
    const agent = launched.through(next);
    const sent = window === "turn-commit"; // it was recorded as sent, so it is never sent again
    await expect
      .poll(async () => (await questionOf(agent))?.status, { timeout: 20_000 })
      .toBe(sent ? "answered" : "pending");
    const question = await questionOf(agent);
    expect(question).not.toHaveProperty("response_delivery_pending");
    expect(await turnsOf(agent)).toBe(sent ? 2 : 1);
    const again = await send(next, "POST", respondPath(pending_id), { body: choose("b") });
    expect(again.json).toMatchObject({ claimed: !sent, status: "answered" });
    if (!sent) await agent.hears({ prompt: expect.stringContaining("A1: B") as unknown });
    await agent.waitFor("idle");
    expect(await resumes(agent)).toBe(sent ? 0 : 1);
    expect(await turnsOf(agent)).toBe(2);
  },
);
