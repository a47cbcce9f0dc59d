import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { markRunning } from "@/lib/sessions/set-session-state";
import type { LivePermission } from "./live-registry";

/**
 * Takes a prompt back: the agent withdrew or replaced it, its turn ended, or the agent is gone. From this moment nothing can
 * answer it; the agent is told `cancelled`, as ACP wants it for a cancelled turn, and the transcript says `expired`. A choice
 * that is being recorded just now ends as failed by itself.
 */
export async function withdraw(app: App, permission: LivePermission): Promise<void> {
  if (permission.state === "gone") return;
  permission.state = "gone";
  app.permissions.remove(permission);
  void permission.answer({ outcome: "cancelled" });
  await app.permissions.settling(permission, () => expireLive(app, permission));
}

async function expireLive(app: App, permission: LivePermission): Promise<void> {
  const { session_id: sessionId, task_id: taskId } = permission.view;
  try {
    await app.db.transaction(async (tx) => {
      await lockSession(tx, sessionId);
      await expireUndecided(tx, { sessionId, taskId, messageIds: [permission.messageId] });
      await notify(tx, ...(await markRunning(tx, sessionId, taskId)));
    });
  } catch (error) {
    if (error instanceof AppError) return; // the session is gone, and its prompts with it
    app.log.error(
      { err: error, session_id: sessionId },
      "a withdrawn prompt could not be marked; reconciliation will",
    );
  }
}

/** Takes all prompts of a session back, and waits for those that are being taken back already. */
export async function withdrawAll(app: App, sessionId: string): Promise<void> {
  await Promise.all(app.permissions.ofSession(sessionId).map((permission) => withdraw(app, permission)));
  await app.permissions.idle(sessionId);
}

const rows = z.array(z.object({ id: z.string() }));

/** Marks prompts that nobody decided as `expired`, and that no server holds them. Under the session lock. */
export async function expireUndecided(
  tx: Transaction,
  {
    sessionId,
    taskId,
    messageIds,
  }: { readonly sessionId: string; readonly taskId: string; readonly messageIds: readonly string[] },
): Promise<void> {
  const ids = sql`${sql.param([...messageIds])}::text[]`;
  const expired = rows.parse([
    ...(await tx.execute(sql`
      WITH left_alone AS (
        DELETE FROM live_permissions l WHERE l.message_id = ANY (${ids}) AND EXISTS (
          SELECT 1 FROM task_session_messages m WHERE m.id = l.message_id AND NOT m.metadata ? 'permission_resolution')
      )
      UPDATE task_session_messages SET metadata = metadata || '{"status": "expired"}'::jsonb, updated_at = clock_timestamp()
      WHERE id = ANY (${ids}) AND task_session_id = ${sessionId} AND type = 'permission_request'
        AND COALESCE(metadata ->> 'status', '') IN ('', 'pending') AND NOT metadata ? 'permission_resolution'
      RETURNING id`)),
  ]);
  if (expired.length === 0) return;
  await notify(
    tx,
    {
      name: "session.message.updated",
      session_id: sessionId,
      task_id: taskId,
      message_ids: expired.map(({ id }) => id),
    },
    { name: "task.updated", task_id: taskId },
  );
}
