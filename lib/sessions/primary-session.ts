import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/db/client";
import { TERMINAL_STATES } from "./state";

const rows = z.array(z.object({ id: z.string() }));

/** A task's primary session (contract 4): the oldest that has not ended, else the newest; undefined when it has none. */
export async function findPrimarySession(
  reader: Database | Transaction,
  taskId: string,
): Promise<string | undefined> {
  const [primary] = rows.parse([
    ...(await reader.execute(sql`
      SELECT id FROM task_sessions s, LATERAL (SELECT s.state IN ${[...TERMINAL_STATES]} AS ended) e
      WHERE task_id = ${taskId}
      ORDER BY ended, CASE WHEN ended THEN NULL ELSE created_at END, created_at DESC, id LIMIT 1`)),
  ]);
  return primary?.id;
}
