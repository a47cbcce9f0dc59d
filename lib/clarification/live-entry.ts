import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import type { Bundle } from "./bundle";

/**
 * True while some living server made the bundle or holds a waiter on it and it is neither resolved, cancelled nor
 * expired (contract 4, "Live entry"). The same on every server.
 */
export async function hasLiveEntry(reader: Database | Transaction, bundle: Bundle): Promise<boolean> {
  if (!bundle.rows.some((row) => row.view.status === "pending")) return false;
  const rows = await reader.execute(sql`
    SELECT 1 FROM living_servers s
    WHERE s.id IN (SELECT server_id FROM clarification_origins WHERE pending_id = ${bundle.pendingId})
       OR s.id IN (SELECT server_id FROM clarification_waiters WHERE pending_id = ${bundle.pendingId})
    LIMIT 1`);
  return rows.length > 0;
}
