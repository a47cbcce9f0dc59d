import { Agent } from "node:http";
import { connect } from "@/db/client";
import { createTestDatabase } from "@/lib/testing/database";
import { insertUser, insertWorkspace } from "@/lib/testing/factories";
import { startServer } from "@/lib/testing/server";
import { measure, median, post } from "./load";
import { seedBundles } from "./seed";

const ROUNDS = 12;
const EACH = { 1: 150, 16: 600 } as const;
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
  const answers = [{ question_id: "q1", selected_options: ["a"], custom_text: "" }];
  const seed = async (prefix: string, count: number) => {
    const ids = await seedBundles(sql, prefix, count);
    await sql`UPDATE tasks SET workspace_id = ${workspaceId} WHERE workspace_id = ''`;
    return ids;
  };
  const ways = [
    ["open", open.url, {}],
    ["token", closed.url, { authorization: `Bearer ${user.token}` }],
  ] as const;
  const respond = (url: string, headers: Record<string, string>) => (id: string) =>
    post(agent, `${url}/api/v1/clarification/${id}/respond`, { answers }, headers);
  const result: Record<string, number> = {};
  try {
    for (const [name, url, headers] of ways)
      await measure(await seed(`${name}-warm-`, WARM_UP), 4, respond(url, headers));
    for (const concurrency of [1, 16] as const) {
      const ratios: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const perSecond: Record<string, number> = {};
        for (const [name, url, headers] of round % 2 === 0 ? ways : [...ways].reverse()) {
          const ids = await seed(`${name}-${concurrency}-${round}-`, EACH[concurrency]);
          perSecond[name] = (await measure(ids, concurrency, respond(url, headers))).perSecond;
        }
        ratios.push((perSecond.open ?? Number.NaN) / (perSecond.token ?? Number.NaN));
      }
      result[`respond_token_${concurrency}_cost`] = median(ratios);
    }
    return result;
  } finally {
    agent.destroy();
    await open.stop();
    await closed.stop();
    await sql.end();
    await database.drop();
  }
}
