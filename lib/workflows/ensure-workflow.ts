import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { insertWorkflow } from "./insert-workflow";

/** Gives a workspace its first workflow at its first use, once, however many ask at the same time. */
export async function ensureWorkflow(db: Database | Transaction, workspaceId: string): Promise<void> {
  const has = sql`SELECT 1 FROM workflows WHERE workspace_id = ${workspaceId} LIMIT 1`;
  if ((await db.execute(has)).length > 0) return;
  await db.transaction(async (tx) => {
    const locked = await tx.execute(
      sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`,
    );
    if (locked.length === 0 || (await tx.execute(has)).length > 0) return;
    await insertWorkflow(tx, { workspaceId, name: "Development" });
  });
}
