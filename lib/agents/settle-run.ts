import { eq } from "drizzle-orm";
import { agentRuns } from "@/db/schema/agents";
import { sessionTokens } from "@/db/schema/sessions";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { markIdle } from "@/lib/sessions/set-session-state";
import { completeOpenTurns } from "@/lib/turns/complete-turn";

/** Nothing of the session runs any more: its turn is over, its agent's token opens nothing, its place is free. */
export async function settleRun(app: App, sessionId: string): Promise<void> {
  try {
    await app.db.transaction(async (tx) => {
      const { id, taskId, terminal } = await lockSession(tx, sessionId);
      const completed = await completeOpenTurns(tx, id, taskId);
      const idle = terminal ? [] : await markIdle(tx, id, taskId);
      await tx.delete(sessionTokens).where(eq(sessionTokens.taskSessionId, id));
      await tx.delete(agentRuns).where(eq(agentRuns.taskSessionId, id));
      await notify(tx, ...completed, ...idle);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // the session was deleted, and with it everything to settle
  }
}
