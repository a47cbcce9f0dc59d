import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { workflows } from "@/db/schema/workspaces";
import { authorizeWorkflow } from "@/lib/auth/access";
import type { Actor } from "@/lib/auth/actor";
import { notFound } from "@/lib/errors";

/** Locks a workflow until the transaction ends: what changes its steps or places tasks on them comes one after the other. */
export async function lockWorkflow(
  tx: Transaction,
  actor: Actor,
  workflowId: string,
): Promise<{ workspaceId: string }> {
  const found = await authorizeWorkflow(tx, actor, workflowId);
  const rows = await tx
    .select({ id: workflows.id })
    .from(workflows)
    .where(eq(workflows.id, workflowId))
    .for("no key update");
  if (rows.length === 0) throw notFound("workflow");
  return found;
}
