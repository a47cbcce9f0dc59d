import { sql } from "drizzle-orm";
import type { App } from "@/lib/app";

/** Forgets calls that nobody waits for any more: their caller died, or had given up before the reply came. */
export async function sweepCalls(app: Pick<App, "db">): Promise<void> {
  await app.db.execute(sql`DELETE FROM server_calls WHERE created_at < now() - interval '5 minutes'`);
}
