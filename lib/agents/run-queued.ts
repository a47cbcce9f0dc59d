import { and, eq, isNotNull, notInArray, sql } from "drizzle-orm";
import { taskSessionMessages, taskSessions } from "@/db/schema/sessions";
import type { App } from "@/lib/app";
import { isWaitingMessage } from "@/lib/messages/waiting-message";
import { TERMINAL_STATES } from "@/lib/sessions/state";
import { runNext } from "./run-next";

/** Goes on with messages that were queued on a server that is gone; nobody else would. Does not wait for the agents. */
export async function runQueued(app: App): Promise<void> {
  const waiting = await app.db
    .selectDistinct({ id: taskSessions.id })
    .from(taskSessionMessages)
    .innerJoin(taskSessions, eq(taskSessions.id, taskSessionMessages.taskSessionId))
    .where(
      and(
        isWaitingMessage,
        isNotNull(taskSessions.agentProfileId),
        notInArray(taskSessions.state, [...TERMINAL_STATES]),
        sql`NOT EXISTS (SELECT 1 FROM agent_runs r WHERE r.task_session_id = ${taskSessions.id})`,
      ),
    );
  for (const { id } of waiting) void runNext(app, id);
}
