import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { markRunning } from "@/lib/sessions/set-session-state";
import { expireUndecided } from "./withdraw";

const leftRows = z.array(
  z.object({ request_id: z.string(), message_id: z.string(), task_session_id: z.string() }),
);

/**
 * Settles prompts whose server died, or lost hold of them: one that nobody decided expires, one whose decision was on its way
 * ends as `indeterminate`, because nobody knows whether the agent got it (PR16). Never touches what a living server holds.
 */
export async function reconcilePermissions(app: App): Promise<void> {
  const left = leftRows.parse([
    ...(await app.db.execute(sql`
      SELECT request_id, message_id, task_session_id FROM live_permissions
      WHERE server_id NOT IN (SELECT id FROM living_servers)
        OR (server_id = ${app.serverId} AND request_id <> ALL (${sql.param([...app.permissions.held])}::text[]))`)),
  ]);
  for (const prompt of left) await settle(app, prompt);
}

async function settle(app: App, prompt: z.output<typeof leftRows>[number]): Promise<void> {
  try {
    await app.db.transaction(async (tx) => {
      const { id: sessionId, taskId } = await lockSession(tx, prompt.task_session_id);
      await expireUndecided(tx, { sessionId, taskId, messageIds: [prompt.message_id] });
      const unknown = await tx.execute(sql`
        UPDATE task_session_messages SET updated_at = clock_timestamp(), metadata = metadata || jsonb_build_object(
          'status', 'expired', 'permission_resolution',
          metadata -> 'permission_resolution' || '{"result": "indeterminate"}'::jsonb)
        WHERE id = ${prompt.message_id} AND metadata #>> '{permission_resolution,result}' = 'dispatching' RETURNING id`);
      await tx.execute(sql`DELETE FROM live_permissions WHERE request_id = ${prompt.request_id}`);
      if (unknown.length > 0)
        await notify(
          tx,
          {
            name: "session.message.updated",
            session_id: sessionId,
            task_id: taskId,
            message_ids: [prompt.message_id],
          },
          { name: "task.updated", task_id: taskId },
        );
      await notify(tx, ...(await markRunning(tx, sessionId, taskId)));
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // the session was deleted meanwhile
  }
}
