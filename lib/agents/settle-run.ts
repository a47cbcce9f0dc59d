import { eq } from "drizzle-orm";
import { agentRuns } from "@/db/schema/agents";
import { sessionTokens } from "@/db/schema/sessions";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { markIdle } from "@/lib/sessions/set-session-state";
import { completeOpenTurns } from "@/lib/turns/complete-turn";
import { addStatus } from "./add-status";

/** Nothing of the session runs any more: its turn is over, its agent's token opens nothing, its place is free. `status` says why. */
export async function settleRun(app: App, sessionId: string, status?: string): Promise<void> {
  try {
    await app.db.transaction(async (tx) => {
      const session = await lockSession(tx, sessionId);
      const { id, taskId, terminal } = session;
      if (status !== undefined) await addStatus(tx, session, status);
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
