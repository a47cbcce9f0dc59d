import { and, eq, isNull, sql } from "drizzle-orm";
import { taskSessions } from "@/db/schema/sessions";
import type { App } from "@/lib/app";
import { notify } from "@/lib/events/hints";
import { setSessionState } from "./set-session-state";

/** Records an agent's first call, which the page that shows the token waits for. Later calls change nothing. */
export async function connectSession(app: App, sessionId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [session] = await tx
      .update(taskSessions)
      .set({ connectedAt: sql`clock_timestamp()` })
      .where(and(eq(taskSessions.id, sessionId), isNull(taskSessions.connectedAt)))
      .returning({ taskId: taskSessions.taskId, state: taskSessions.state });
    if (session === undefined) return;
    const moved = await setSessionState(tx, {
      sessionId,
      taskId: session.taskId,
      from: ["created"],
      to: "running",
      task: "in_progress",
    });
    await notify(
      tx,
      ...(moved.length > 0
        ? moved
        : [
            {
              name: "session.state_changed" as const,
              session_id: sessionId,
              task_id: session.taskId,
              state: session.state,
            },
          ]),
    );
  });
}
