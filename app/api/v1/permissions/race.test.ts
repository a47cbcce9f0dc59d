import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { AUTH_MODES, type Caller, type ProductInMode, startProductIn } from "@/lib/testing/auth-modes";
import { insertTask } from "@/lib/testing/factories";
import { send } from "@/lib/testing/http";
import { inFours } from "@/lib/testing/in-fours";
import { identity, launchAgent, type LaunchedAgent, type Permission } from "@/lib/testing/launched-agent";
import { connectMcp, type McpConnection } from "@/lib/testing/mcp-client";
import { openSideLine, type SideLine } from "@/lib/testing/side-line";

const BATCH = 50; // prompts that are open at once
const ROUNDS = 1_000;
const AT_LEAST = ROUNDS / 20; // rounds that each side must win, else it was no race

/** How a resolver fared: `won`, or the stable code. */
type Fate = string;
type Resolver = (prompt: Permission, optionId: string) => Promise<Fate>;

interface Round {
  readonly prompt: Permission;
  /** What reached the agent, of the first prompt and of the one in its place. */
  readonly agent: readonly string[];
  readonly fates: readonly Fate[];
}

/**
 * Where two sides meet: how many milliseconds one starts before the other. It moves against the side that won, so it finds
 * the moment at which either can win, on any machine, and crosses it again and again.
 */
class Meeting {
  lead = 0;

  /** Starts both sides; `other` first by the present lead, or after it. */
  async start<One, Other>(one: () => Promise<One>, other: () => Other): Promise<[One, Awaited<Other>]> {
    const lead = this.lead + (Math.random() - 0.5) * 4;
    if (lead < 0) {
      const first = one();
      await sleep(-lead);
      return Promise.all([first, other()]);
    }
    const second = other();
    if (lead >= 1) await sleep(lead);
    return Promise.all([one(), second]);
  }

  wonBy(side: "one" | "other"): void {
    this.lead += side === "one" ? 0.25 : -0.25;
  }
}

const LOST = ["permission_already_resolved", "permission_resolution_in_progress"];
const GONE = ["permission_stale", "permission_delivery_failed"];

describe.for(AUTH_MODES)("with KANDEV_AUTH=%s", (mode) => {
  let started: ProductInMode;
  let line: SideLine;
  let clients: McpConnection[];
  let agent: LaunchedAgent;

  beforeAll(async () => {
    started = await startProductIn(mode);
    const { product, callers } = started;
    line = await openSideLine();
    clients = await Promise.all(callers.map(({ token }) => connectMcp(product.server, token)));
  });
  beforeEach(async () => {
    const { product, callers, workspaceId } = started;
    const taskId = await insertTask(product.db, { workspaceId });
    agent = await launchAgent(product.server, "hello", { taskId, ...as(callers[0]) });
  });
  afterAll(async () => {
    line.close();
    await Promise.all(clients.map((mcp) => mcp.close()));
    await started.product.stop();
  });

  const as = ({ token }: Caller) => (token === undefined ? {} : { token });

  const overRest =
    (who: 0 | 1): Resolver =>
    async (prompt, option_id) => {
      const { request_id, ...named } = identity(prompt);
      const path = `/api/v1/permissions/${request_id}/respond`;
      const body = { ...named, option_id };
      const { product, callers } = started;
      const reply = await send(product.server, "POST", path, { body, ...as(callers[who]) });
      return reply.status === 200 ? "won" : z.object({ code: z.string() }).parse(reply.json).code;
    };

  const overMcp =
    (who: 0 | 1): Resolver =>
    async (prompt, option_id) => {
      const args = { ...identity(prompt), option_id };
      const outcome = await clients[who]?.call("resolve_agent_permission_kandev", args);
      return outcome?.isError === false ? "won" : (outcome?.text.split(":")[0] ?? "");
    };

  /** Prompts that are not of those seen, once there are any. */
  const promptsBut = (seen: ReadonlySet<string>): Promise<Permission[]> =>
    vi.waitUntil(
      async () => {
        const fresh = (await agent.permissions()).filter(({ request_id }) => !seen.has(request_id));
        return fresh.length > 0 && fresh;
      },
      { timeout: 20_000, interval: 1 },
    );

  /** A thousand rounds: the agent asks, and `play` decides what is asked, prompt by prompt. */
  async function playRounds(
    name: string,
    rival: "withdraw" | "replace" | undefined,
    play: (prompt: Permission) => Promise<readonly Fate[]>,
  ): Promise<Round[]> {
    const rounds: Round[] = [];
    for (let batch = 0; batch < ROUNDS / BATCH; batch += 1) {
      const prefix = `${name}${batch}`;
      await agent.send([{ rounds: { count: BATCH, prefix, port: line.port, rival } }]);
      const played = new Map<string, { prompt: Permission; fates: Fate[] }>();
      const seen = new Set<string>();
      while (seen.size < BATCH * (rival === "replace" ? 2 : 1)) {
        const open = await promptsBut(seen);
        for (const { request_id } of open) seen.add(request_id);
        await inFours(open, async (prompt) => {
          const round = played.get(prompt.pending_id) ?? { prompt, fates: [] };
          played.set(prompt.pending_id, round);
          round.fates.push(...(await play(prompt)));
        });
      }
      for (const [id, round] of played) rounds.push({ ...round, agent: await line.hear(id) });
    }
    expect(rounds).toHaveLength(ROUNDS);
    return rounds;
  }

  /**
   * The same of one resolver against what the agent does by itself, at the moment at which either can win. Whatever then
   * stands in the prompt's place is refused by the other caller.
   */
  async function playAgainst(
    rival: "withdraw" | "replace",
    optionId: string,
  ): Promise<(Round & { readonly won: boolean })[]> {
    const meeting = new Meeting();
    const rounds = await playRounds(rival, rival, async (prompt) => {
      if (prompt.title === "second") return [await overRest(1)(prompt, "reject-once")];
      const [fate] = await meeting.start(
        () => overRest(0)(prompt, optionId),
        () => line.tell(prompt.pending_id),
      );
      meeting.wonBy(fate === "won" ? "one" : "other");
      return [fate];
    });
    const played = rounds.map((round) => ({ ...round, won: round.fates[0] === "won" }));
    for (const { won, fates } of played) if (!won) expect(GONE).toContain(fates[0]);
    const wins = played.filter(({ won }) => won).length;
    expect(Math.min(wins, ROUNDS - wins)).toBeGreaterThanOrEqual(AT_LEAST);
    return played;
  }

  const auditRows = z.array(z.object({ request_id: z.string(), actor: z.string(), result: z.string() }));

  /** Who is recorded to have decided each prompt, and how that ended. */
  const readAudit = async () =>
    new Map(
      auditRows
        .parse([
          ...(await started.product.sql`
            SELECT metadata ->> 'request_id' AS request_id, metadata #>> '{permission_resolution,actor_user_id}' AS actor,
              metadata #>> '{permission_resolution,result}' AS result
            FROM task_session_messages WHERE task_session_id = ${agent.sessionId} AND metadata ? 'permission_resolution'`),
        ])
        .map(({ request_id, actor, result }) => [request_id, { actor, result }]),
    );

  test.for([
    ["over REST and REST", "restrest", overRest(0), overRest(1)],
    ["over REST and MCP", "restmcp", overRest(0), overMcp(1)],
  ] as const)(
    "PR5, PR7, PR21: two resolvers %s, a thousand times: one option reaches the agent, the winner's",
    { timeout: 300_000 },
    async ([, name, one, other]) => {
      const wins = [0, 0];
      const meeting = new Meeting();
      const rounds = await playRounds(name, undefined, async (prompt) => {
        const fates = await meeting.start(
          () => one(prompt, "allow-once"),
          () => other(prompt, "reject-once"),
        );
        meeting.wonBy(fates[0] === "won" ? "one" : "other");
        return fates;
      });
      const audit = await readAudit();
      for (const { prompt, agent: got, fates } of rounds) {
        const winner = fates.indexOf("won") === 0 ? 0 : 1;
        wins[winner] = (wins[winner] ?? 0) + 1;
        expect(fates[winner]).toBe("won");
        expect(LOST).toContain(fates[1 - winner]);
        expect(got).toEqual([["allow-once", "reject-once"][winner]]);
        expect(audit.get(prompt.request_id)).toEqual({
          actor: started.callers[winner].id,
          result: "accepted",
        });
      }
      expect(Math.min(...wins)).toBeGreaterThanOrEqual(AT_LEAST);
    },
  );

  test(
    "PR5: a resolver against the agent that withdraws, a thousand times: the agent gets the option or none",
    { timeout: 300_000 },
    async () => {
      for (const { won, agent: got } of await playAgainst("withdraw", "allow-once"))
        expect(got).toEqual([won ? "allow-once" : "cancelled"]);
    },
  );

  test(
    "PR5: a resolver against a newer prompt with the same pending id, a thousand times: never the newer one",
    { timeout: 300_000 },
    async () => {
      for (const { won, agent: got, fates } of await playAgainst("replace", "allow-always"))
        expect([fates[1], got]).toEqual(["won", [won ? "allow-always" : "cancelled", "reject-once"]]);
    },
  );
});
