import { eq } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { workflowSteps, workflows } from "@/db/schema/workspaces";
import { authorizeWorkflow } from "@/lib/auth/access";
import type { Actor } from "@/lib/auth/actor";
import { notFound } from "@/lib/errors";
import type { WorkflowView } from "@/lib/views";
import { stepColumns, stepOrder, workflowColumns } from "./workflow-view";

/** One workflow with its steps in order. Throws not_found, for a foreign one too. */
export async function getWorkflow(
  reader: Database | Transaction,
  actor: Actor,
  workflowId: string,
): Promise<WorkflowView> {
  await authorizeWorkflow(reader, actor, workflowId);
  const [row] = await reader.select(workflowColumns).from(workflows).where(eq(workflows.id, workflowId));
  if (row === undefined) throw notFound("workflow");
  const steps = await reader
    .select(stepColumns)
    .from(workflowSteps)
    .where(eq(workflowSteps.workflowId, workflowId))
    .orderBy(...stepOrder);
  return { ...row, steps };
}
