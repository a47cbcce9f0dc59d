import { connect } from "@/db/client";
import { createTestDatabase } from "@/lib/testing/database";
import { DOORS, fabricate, insertWorld } from "@/lib/testing/doors";
import { insertUser } from "@/lib/testing/factories";
import { startServer } from "@/lib/testing/server";
import { median } from "./load";

const ROUNDS = 400;
const WARM_UP = 60;

/**
 * Whether a stranger can tell by the clock that an id names something: the median time of a foreign id over that of a
 * fabricated one, for each route and tool, beside the same of two fabricated ones, which is the noise.
 */
export async function benchDenial(): Promise<Record<string, number>> {
  const database = await createTestDatabase();
  const { db, sql } = connect(database.address, { max: 2 });
  const server = await startServer({ databaseUrl: database.address, env: { KANDEV_AUTH: "enabled" } });
  try {
    const [owner, stranger] = [await insertUser(db), await insertUser(db)];
    const world = await insertWorld(db, { owner });
    const result: Record<string, number> = {};
    let [worst, noise] = [1, 1];
    for (const door of DOORS) {
      const times = { foreign: [] as number[], first: [] as number[], second: [] as number[] };
      const kinds = ["foreign", "first", "second"] as const;
      for (let round = 0; round < ROUNDS + WARM_UP; round += 1)
        for (let turn = 0; turn < kinds.length; turn += 1) {
          const kind = kinds[(turn + round) % kinds.length] ?? "foreign";
          const begin = performance.now();
          await door.knock(server, (kind === "foreign" ? world : fabricate())[door.id], stranger.token);
          if (round >= WARM_UP) times[kind].push(performance.now() - begin);
        }
      const ratio = median(times.foreign) / median(times.first);
      const between = median(times.second) / median(times.first);
      result[`denial ${door.name}`] = ratio;
      if (Math.abs(Math.log(ratio)) > Math.abs(Math.log(worst))) worst = ratio;
      if (Math.abs(Math.log(between)) > Math.abs(Math.log(noise))) noise = between;
    }
    return { ...result, denial_worst_ratio: worst, denial_noise_ratio: noise };
  } finally {
    await server.stop();
    await sql.end();
    await database.drop();
  }
}
