import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { runNext } from "./run-next";

const rows = z.array(z.object({ id: z.string() }));

/** Goes on with messages that were queued on a server that is gone; nobody else would. Does not wait for the agents. */
export async function runQueued(app: App): Promise<void> {
  const waiting = rows.parse([
    ...(await app.db.execute(sql`
      SELECT DISTINCT s.id FROM task_session_messages m JOIN task_sessions s ON s.id = m.task_session_id
      WHERE m.author_type = 'user' AND m.type = 'message' AND m.handed_out_at IS NULL AND s.agent_profile_id IS NOT NULL
        AND s.state NOT IN ('completed', 'failed', 'cancelled')
        AND NOT EXISTS (SELECT 1 FROM agent_runs r WHERE r.task_session_id = s.id)`)),
  ]);
  for (const { id } of waiting) void runNext(app, id);
}
