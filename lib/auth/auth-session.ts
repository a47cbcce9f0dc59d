import { sql } from "drizzle-orm";
import type { App } from "@/lib/app";
import { newId } from "@/lib/ids";

/** How long a browser stays signed in. */
export const AUTH_SESSION_SECONDS = 30 * 24 * 60 * 60;

/** A browser signs in: the id that its cookie will name. Sessions that ended by themselves are forgotten on the way. */
export async function openAuthSession(app: Pick<App, "db">, userId: string): Promise<string> {
  const id = newId();
  await app.db.execute(sql`
    WITH ended AS (DELETE FROM auth_sessions WHERE user_id = ${userId} AND expires_at < now())
    INSERT INTO auth_sessions (id, user_id, expires_at)
    VALUES (${id}, ${userId}, now() + ${AUTH_SESSION_SECONDS} * interval '1 second')`);
  return id;
}

/** A browser signs out: its cookie opens nothing any more, wherever a copy of it is. */
export async function endAuthSession(app: Pick<App, "db">, id: string): Promise<void> {
  await app.db.execute(sql`DELETE FROM auth_sessions WHERE id = ${id}`);
}
