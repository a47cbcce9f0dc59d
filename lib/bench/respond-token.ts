import { Agent } from "node:http";
import { connect } from "@/db/client";
import { createTestDatabase } from "@/lib/testing/database";
import { insertUser, insertWorkspace } from "@/lib/testing/factories";
import { startServer } from "@/lib/testing/server";
import { measure, median, respond } from "./load";
import { seedBundles } from "./seed";

const ROUNDS = 12;
const EACH = 600;
/** One at once, alternately to the one and to the other server, so that both meet the same moments of the machine. */
const PAIRS = 2_000;
const WARM_UP = 2_000;

/** What a personal access token costs a respond: the same request with one, and to a server without accounts, in turns. */
export async function benchRespondToken(): Promise<Record<string, number>> {
  const database = await createTestDatabase();
  const { db, sql } = connect(database.address, { max: 2 });
  const [open, closed] = [
    await startServer({ databaseUrl: database.address }),
    await startServer({ databaseUrl: database.address, env: { KANDEV_AUTH: "enabled" } }),
  ];
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const user = await insertUser(db);
  const workspaceId = await insertWorkspace(db, { ownerId: user.id });
  const seed = async (prefix: string, count: number) => {
    const ids = await seedBundles(sql, prefix, count);
    await sql`UPDATE tasks SET workspace_id = ${workspaceId} WHERE workspace_id = ''`;
    return ids;
  };
  const ways = [
    ["open", open.url, {}],
    ["token", closed.url, { authorization: `Bearer ${user.token}` }],
  ] as const;
  try {
    for (const [name, url, headers] of ways)
      await measure(await seed(`${name}-warm-`, WARM_UP), 4, respond(agent, url, headers));
    const times = { open: [] as number[], token: [] as number[] };
    const ids = (await seed("pairs-", 2 * PAIRS)).values();
    for (let pair = 0; pair < PAIRS; pair += 1)
      for (const [name, url, headers] of pair % 2 === 0 ? ways : [...ways].reverse()) {
        const begin = performance.now();
        await respond(agent, url, headers)(ids.next().value ?? "");
        times[name].push(performance.now() - begin);
      }
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const perSecond: Record<string, number> = {};
      for (const [name, url, headers] of round % 2 === 0 ? ways : [...ways].reverse())
        perSecond[name] = (
          await measure(await seed(`${name}-${round}-`, EACH), 16, respond(agent, url, headers))
        ).perSecond;
      ratios.push((perSecond.open ?? Number.NaN) / (perSecond.token ?? Number.NaN));
    }
    return {
      respond_token_1_cost: median(times.token) / median(times.open),
      respond_token_16_cost: median(ratios),
    };
  } finally {
    agent.destroy();
    await open.stop();
    await closed.stop();
    await sql.end();
    await database.drop();
  }
}
