import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import type { Hint } from "@/lib/events/hints";

const rows = z.array(z.object({ id: z.string() }));

/** Completes every open turn of the session. That supersedes no question; starting another turn does. */
export async function completeOpenTurns(tx: Transaction, sessionId: string, taskId: string): Promise<Hint[]> {
  const completed = rows.parse([
    ...(await tx.execute(sql`
      UPDATE task_session_turns SET completed_at = greatest(clock_timestamp(), started_at)
      WHERE task_session_id = ${sessionId} AND completed_at IS NULL RETURNING id`)),
  ]);
  return completed.map(({ id }) => ({
    name: "session.turn.completed",
    session_id: sessionId,
    task_id: taskId,
    turn_id: id,
  }));
}
