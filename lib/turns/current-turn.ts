import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { z } from "zod";

const rowSchema = z.object({ id: z.string(), open: z.boolean() });

export interface CurrentTurn {
  readonly id: string;
  readonly open: boolean;
}

/** The session's newest authoritative turn, completed or not (contract 3, "Current turn"); undefined when it has none. */
export async function findCurrentTurn(
  reader: Database | Transaction,
  sessionId: string,
): Promise<CurrentTurn | undefined> {
  const rows = await reader.execute(sql`
    SELECT turn_id AS id, completed_at IS NULL AS open FROM current_turns WHERE task_session_id = ${sessionId}`);
  const row = rows[0];
  return row === undefined ? undefined : rowSchema.parse(row);
}
