import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { send } from "@/lib/testing/http";
import { launchAgent, type LaunchedAgent, type Permission } from "@/lib/testing/launched-agent";
import { connectMcp, type McpConnection } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";

const BATCH = 50;
const BATCHES = 20; // a thousand rounds

let product: Product;
let mcp: McpConnection;
beforeAll(async () => {
  product = await startProduct();
  mcp = await connectMcp(product.server);
});
afterAll(async () => {
  await mcp.close();
  await product.stop();
});

/** How a resolver fared: `won`, or the stable code. */
type Fate = string;
type Resolver = (prompt: Permission, optionId: string) => Promise<Fate>;

const overRest: Resolver = async (prompt, option_id) => {
  const { task_id, session_id, pending_id } = prompt;
  const reply = await send(product.server, "POST", `/api/v1/permissions/${prompt.request_id}/respond`, {
    body: { task_id, session_id, pending_id, option_id },
  });
  return reply.status === 200 ? "won" : z.object({ code: z.string() }).parse(reply.json).code;
};

const overMcp: Resolver = async ({ task_id, session_id, request_id, pending_id }, option_id) => {
  const outcome = await mcp.call("resolve_agent_permission_kandev", {
    task_id,
    session_id,
    request_id,
    pending_id,
    option_id,
  });
  return outcome.isError ? (outcome.text.split(":")[0] ?? "") : "won";
};

const roundsShape = z.object({ rounds: z.string(), outcomes: z.array(z.array(z.string())) });

/** Lets the agent ask in a new turn, runs `answer` for each prompt as it is listed, and returns both sides of each round. */
async function playBatch(
  agent: LaunchedAgent,
  rounds: Readonly<Record<string, unknown>> & { readonly prefix: string },
  answer: (prompt: Permission) => Promise<readonly Fate[]>,
): Promise<{ agent: readonly string[]; fates: readonly Fate[] }[]> {
  const fates = new Map<string, Fate[]>();
  const answered = new Set<string>();
  const answering: Promise<void>[] = [];
  await agent.send([{ rounds: { count: BATCH, ...rounds } }]);
  const result = async () =>
    (await agent.said()).flatMap((line) => {
      const parsed = roundsShape.safeParse(line);
      return parsed.success && parsed.data.rounds === rounds.prefix ? [parsed.data] : [];
    })[0];
  let done = await result();
  while (done === undefined) {
    const open = await agent.permissions();
    for (const prompt of open) {
      if (answered.has(prompt.request_id) || !prompt.pending_id.startsWith(`${rounds.prefix}-`)) continue;
      answered.add(prompt.request_id);
      const got = fates.get(prompt.pending_id) ?? [];
      fates.set(prompt.pending_id, got);
      answering.push(answer(prompt).then((some) => void got.push(...some)));
    }
    if (open.length === 0) done = await result(); // the whole transcript, and it grows
  }
  await Promise.all(answering);
  return done.outcomes.map((outcomes, index) => ({
    agent: outcomes,
    fates: fates.get(`${rounds.prefix}-${index}`) ?? [],
  }));
}

const LOST = new Set(["permission_already_resolved", "permission_resolution_in_progress"]);

test.for([
  ["over REST and REST", overRest, overRest],
  ["over REST and MCP", overRest, overMcp],
] as const)(
  "PR5, PR21: two resolvers %s, a thousand times: one option reaches the agent, the winner's",
  { timeout: 300_000 },
  async ([name, one, other]) => {
    const agent = await launchAgent(product.server, "hello");
    await agent.waitFor("idle");
    let won = 0;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const played = await playBatch(agent, { prefix: `${name.replaceAll(" ", "")}${batch}` }, (prompt) =>
        Promise.all([one(prompt, "allow-once"), other(prompt, "reject-once")]),
      );
      for (const { agent: got, fates } of played) {
        const winner = fates.indexOf("won");
        expect(got).toEqual([["allow-once", "reject-once"][winner]]);
        expect(LOST).toContain(fates[1 - winner]);
        won += 1;
      }
    }
    expect(won).toBe(BATCH * BATCHES);
  },
);

test(
  "PR5: a resolver against the agent that withdraws, a thousand times: the agent gets the option or none",
  { timeout: 300_000 },
  async () => {
    const agent = await launchAgent(product.server, "hello");
    await agent.waitFor("idle");
    const seen = { won: 0, withdrawn: 0 };
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const played = await playBatch(
        agent,
        { prefix: `withdraw${batch}`, withdrawMs: 1_500 },
        async (prompt) => [await overRest(prompt, "allow-once")],
      );
      for (const { agent: got, fates } of played) {
        const [fate] = fates;
        if (fate === "won") seen.won += 1;
        else seen.withdrawn += 1;
        expect(got).toEqual([
          fate === "won" ? "allow-once" : expect.stringMatching(/^(withdrawn|cancelled)$/),
        ]);
        expect(["won", "permission_stale", "permission_delivery_failed", undefined]).toContain(fate);
      }
    }
    expect(seen.won + seen.withdrawn).toBe(BATCH * BATCHES);
    expect(Math.min(seen.won, seen.withdrawn)).toBeGreaterThan(0); // both sides of the race were seen
  },
);

test(
  "PR5: a resolver against a newer prompt with the same pending id, a thousand times: never the newer one",
  { timeout: 300_000 },
  async () => {
    const agent = await launchAgent(product.server, "hello");
    await agent.waitFor("idle");
    const seen = { first: 0, replaced: 0 };
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const played = await playBatch(
        agent,
        { prefix: `replace${batch}`, replaceMs: 1_000 },
        async (prompt) => [
          `${prompt.title}:${await overRest(prompt, prompt.title === "first" ? "allow-always" : "reject-once")}`,
        ],
      );
      for (const { agent: got, fates } of played) {
        const firstWon = fates.includes("first:won");
        if (firstWon) seen.first += 1;
        else seen.replaced += 1;
        expect(got).toEqual([firstWon ? "allow-always" : "cancelled", "reject-once"]);
        expect(fates).toContain("second:won");
      }
    }
    expect(seen.first + seen.replaced).toBe(BATCH * BATCHES); // which side is seen more depends on the machine
  },
);
