import { and, asc, eq, sql } from "drizzle-orm";
import { taskSessionMessages } from "@/db/schema/sessions";
import type { App } from "@/lib/app";
import { activeRowsIn } from "@/lib/clarification/active";
import { AppError } from "@/lib/errors";
import { isWaitingMessage } from "@/lib/messages/waiting-message";
import { dispatchTurn } from "./dispatch-turn";
import { failStart } from "./fail-start";
import { AgentElsewhere, AgentStartError, ensureAgent } from "./start-agent";

/**
 * Gives the session's agent its next queued message, unless it works on one: then the end of that turn does. Starts the agent
 * when it does not run. Never throws; what goes wrong is in the transcript.
 */
export async function runNext(app: App, sessionId: string): Promise<void> {
  try {
    await app.agents.changes.run(sessionId, async () => {
      const running = app.agents.get(sessionId);
      if (app.draining.aborted || running?.busy === true) return;
      const next = await findQueued(app, sessionId);
      if (next === undefined) return;
      const run = await ensureAgent(app, sessionId);
      await dispatchTurn(app, run, { kind: "message", messageId: next.id, prompt: next.content });
    });
  } catch (error) {
    if (error instanceof AgentElsewhere) return; // that server heard of the message, too
    if (error instanceof AppError) return; // the session has ended, or is gone
    if (error instanceof AgentStartError) return failStart(app, sessionId, error);
    app.log.error({ err: error, session_id: sessionId }, "an agent could not be given its next message");
  }
}

/** The oldest message that no turn has begun with, and that does not stand behind a question that is still open. */
async function findQueued(
  app: App,
  sessionId: string,
): Promise<{ readonly id: string; readonly content: string } | undefined> {
  const [message] = await app.db
    .select({ id: taskSessionMessages.id, content: taskSessionMessages.content })
    .from(taskSessionMessages)
    .where(
      and(
        eq(taskSessionMessages.taskSessionId, sessionId),
        isWaitingMessage,
        sql`NOT (${taskSessionMessages.metadata} @> '{"behind_questions": true}' AND EXISTS ${activeRowsIn(sessionId)})`,
      ),
    )
    .orderBy(asc(taskSessionMessages.createdAt), asc(taskSessionMessages.id))
    .limit(1);
  return message;
}
