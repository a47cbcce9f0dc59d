import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { taskSessions } from "@/db/schema/sessions";
import { notFound } from "@/lib/errors";
import { isTerminal } from "./state";

export interface LockedSession {
  readonly id: string;
  readonly taskId: string;
  readonly state: string;
  readonly terminal: boolean;
  /** Null when somebody else runs the agent (contract 6.3). */
  readonly agentProfileId: string | null;
}

/**
 * Locks a session's row until the transaction ends. Everything that changes what is active in a session takes this
 * lock first, so that each such change sees the one before it. Throws not_found, saying `what` is missing.
 */
export async function lockSession(
  tx: Transaction,
  sessionId: string,
  what = "session",
): Promise<LockedSession> {
  const [session] = await tx
    .select({
      id: taskSessions.id,
      taskId: taskSessions.taskId,
      state: taskSessions.state,
      agentProfileId: taskSessions.agentProfileId,
    })
    .from(taskSessions)
    .where(eq(taskSessions.id, sessionId))
    .for("no key update");
  if (session === undefined) throw notFound(what);
  return { ...session, terminal: isTerminal(session.state) };
}
