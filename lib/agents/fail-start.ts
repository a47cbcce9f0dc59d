import { eq, sql } from "drizzle-orm";
import { taskSessions } from "@/db/schema/sessions";
import { tasks } from "@/db/schema/workspaces";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { addStatus } from "./add-status";
import type { AgentStartError } from "./start-agent";

/**
 * Says in the transcript why an agent could not be started. A session whose agent has never run has failed; another one
 * stays as it is, and its next message tries again.
 */
export async function failStart(app: App, sessionId: string, error: AgentStartError): Promise<void> {
  app.log.warn({ err: error, session_id: sessionId }, "an agent could not be started");
  try {
    await app.db.transaction(async (tx) => {
      const session = await lockSession(tx, sessionId);
      const { id, taskId, terminal } = session;
      await addStatus(tx, session, `The agent could not be started: ${error.message}`);
      const failed = await tx
        .update(taskSessions)
        .set({ state: "failed", updatedAt: sql`clock_timestamp()` })
        .where(
          sql`${eq(taskSessions.id, id)} AND ${taskSessions.acpSessionId} IS NULL AND NOT ${terminal}::boolean`,
        )
        .returning({ id: taskSessions.id });
      if (failed.length === 0) return;
      await tx
        .update(tasks)
        .set({ state: "failed", updatedAt: sql`clock_timestamp()` })
        .where(eq(tasks.id, taskId));
      await notify(
        tx,
        { name: "session.state_changed", session_id: id, task_id: taskId, state: "failed" },
        { name: "task.updated", task_id: taskId },
      );
    });
  } catch (failure) {
    if (!(failure instanceof AppError))
      app.log.error({ err: failure, session_id: sessionId }, "a failed start could not be recorded");
  }
}
