import { Agent } from "node:http";
import { connect } from "@/db/client";
import { createTestDatabase } from "@/lib/testing/database";
import { startServer } from "@/lib/testing/server";
import { startBare } from "./bare";
import { measure, median, respond } from "./load";
import { seedBundles } from "./seed";

const ROUNDS = 5;
const EACH = { 1: 150, 16: 800 } as const;
/** Requests to each server before anything is measured: until then V8 compiles. */
const WARM_UP = 2_000;

/** Respond requests per second, 1 and 16 at once, against the bare floor on the same database, round about. */
export async function benchRespond(): Promise<Record<string, number>> {
  const database = await createTestDatabase();
  const { sql } = connect(database.address, { max: 2 });
  const server = await startServer({ databaseUrl: database.address });
  const bare = await startBare("bare-respond.ts", { DATABASE_URL: database.address });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const result: Record<string, number> = {};
  try {
    for (const [name, url] of [
      ["product", server.url],
      ["floor", bare.url],
    ] as const)
      await measure(await seedBundles(sql, `${name}-warm-`, WARM_UP), 4, respond(agent, url));
    for (const concurrency of [1, 16] as const) {
      const product: number[] = [];
      const floor: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, url, times] of [
          ["product", server.url, product],
          ["floor", bare.url, floor],
        ] as const) {
          const ids = await seedBundles(sql, `${name}-${concurrency}-${round}-`, EACH[concurrency]);
          const { perSecond } = await measure(ids, concurrency, respond(agent, url));
          times.push(perSecond);
        }
      }
      result[`respond_${concurrency}_per_second`] = Math.round(median(product));
      result[`respond_${concurrency}_floor_per_second`] = Math.round(median(floor));
      result[`respond_${concurrency}_ratio`] = median(
        product.map((value, index) => value / (floor[index] ?? Number.NaN)),
      );
    }
    return result;
  } finally {
    agent.destroy();
    bare.stop();
    await server.stop();
    await sql.end();
    await database.drop();
  }
}
