import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
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

const sessionRows = z.array(
  z.object({
    id: z.string(),
    task_id: z.string(),
    state: z.string(),
    agent_profile_id: z.string().nullable(),
  }),
);

/**
 * Locks a session's row until the transaction ends. Everything that changes what is active in a session takes this
 * lock first, so that each such change sees the one before it. Throws not_found, saying `what` is missing.
 */
export async function lockSession(
  tx: Transaction,
  sessionId: string,
  what = "session",
): Promise<LockedSession> {
  const [session] = sessionRows.parse([
    ...(await tx.execute(sql`
      SELECT id, task_id, state, agent_profile_id FROM task_sessions WHERE id = ${sessionId} FOR NO KEY UPDATE`)),
  ]);
  if (session === undefined) throw notFound(what);
  return {
    id: session.id,
    taskId: session.task_id,
    state: session.state,
    terminal: isTerminal(session.state),
    agentProfileId: session.agent_profile_id,
  };
}
