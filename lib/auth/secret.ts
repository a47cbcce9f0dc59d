import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import type { Env } from "@/lib/env";

const rows = z.tuple([z.object({ value: z.string() })]);

/** The signing secret (contract 2): KANDEV_SECRET, else one that is made once and kept in the database for all servers. */
export async function readSecret(db: Database, env: Pick<Env, "KANDEV_SECRET">): Promise<string> {
  if (env.KANDEV_SECRET !== undefined) return env.KANDEV_SECRET;
  const made = randomBytes(32).toString("base64url");
  await db.execute(sql`INSERT INTO settings (key, value) VALUES ('secret', ${made}) ON CONFLICT DO NOTHING`);
  const [row] = rows.parse([...(await db.execute(sql`SELECT value FROM settings WHERE key = 'secret'`))]);
  return row.value;
}
