import { sql } from "drizzle-orm";
import type postgres from "postgres";
import type { App } from "@/lib/app";

/** Advisory lock class of living servers; migration 0001_rules's view `living_servers` names it too. */
const SERVER_LOCK_CLASS = 5_263_711;

/**
 * Makes this process known as a living server, on its listening connection: the row in `servers`, and the session-level
 * lock that PostgreSQL drops the moment the process dies. Repeated after every reconnect, together with the waiters this
 * process still holds, because another server may have cleaned up meanwhile. Each time with another lock: PostgreSQL may
 * hold the one of a connection that broke without a word for hours.
 */
export async function registerServer(
  connection: postgres.Sql,
  app: Pick<App, "serverId" | "waiters">,
): Promise<void> {
  const [row] = await connection<{ lock_id: number }[]>`
    INSERT INTO servers (id) VALUES (${app.serverId})
    ON CONFLICT (id) DO UPDATE SET lock_id = DEFAULT RETURNING lock_id`;
  if (row === undefined) throw new Error("server row is missing");
  await connection`SELECT pg_advisory_lock(${SERVER_LOCK_CLASS}, ${row.lock_id})`;
  for (const waiter of app.waiters.all)
    await connection`
      INSERT INTO clarification_waiters (id, pending_id, task_session_id, server_id)
      SELECT ${waiter.id}, ${waiter.pendingId}, id, ${app.serverId} FROM task_sessions WHERE id = ${waiter.sessionId}
      ON CONFLICT (id) DO NOTHING`;
}

/** Takes this process off the list, and its waiters with it; a drained server's bundles are not detached (contract 6.9). */
export async function unregisterServer(app: Pick<App, "serverId" | "db">): Promise<void> {
  await app.db.execute(sql`DELETE FROM servers WHERE id = ${app.serverId}`);
}
