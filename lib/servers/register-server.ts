import { sql } from "drizzle-orm";
import type postgres from "postgres";
import type { App } from "@/lib/app";

/** Advisory lock class of living servers; migration 0001_rules's view `living_servers` names it too. */
const SERVER_LOCK_CLASS = 5_263_711;

/**
 * Makes this process known as a living server, on its listening connection: the row in `servers`, and the session-level
 * lock that PostgreSQL drops the moment the process dies. Repeated after every reconnect, because another server may have
 * cleaned up meanwhile. Each time with another lock: PostgreSQL may hold the one of a connection that broke without a word
 * for hours.
 */
export async function registerServer(connection: postgres.Sql, app: Pick<App, "serverId">): Promise<void> {
  // One statement: when others see the row its lock is held, so that none of them takes it for a dead server's.
  await connection`
    WITH registered AS (
      INSERT INTO servers (id) VALUES (${app.serverId}) ON CONFLICT (id) DO UPDATE SET lock_id = DEFAULT RETURNING lock_id
    )
    SELECT pg_advisory_lock(${SERVER_LOCK_CLASS}, lock_id) FROM registered`;
}

/** Takes this process off the list, and its waiters with it; a drained server's bundles are not detached (contract 6.9). */
export async function unregisterServer(app: Pick<App, "serverId" | "db">): Promise<void> {
  await app.db.execute(sql`DELETE FROM servers WHERE id = ${app.serverId}`);
}
