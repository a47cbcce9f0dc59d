import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { workflowSteps, workflows } from "@/db/schema/workspaces";
import { newId } from "@/lib/ids";
import type { OnTurnComplete } from "@/lib/views";

const STEPS: readonly { readonly name: string; readonly onTurnComplete: OnTurnComplete }[] = [
  { name: "Backlog", onTurnComplete: "stay" },
  { name: "In progress", onTurnComplete: "move_to_next" },
  { name: "Review", onTurnComplete: "stay" },
  { name: "Done", onTurnComplete: "stay" },
];

/** Writes a workflow with its first steps, behind the others of the workspace, and returns its id. */
export async function insertWorkflow(
  tx: Transaction,
  input: { readonly workspaceId: string; readonly name: string },
): Promise<string> {
  const id = newId();
  await tx.insert(workflows).values({
    id,
    workspaceId: input.workspaceId,
    name: input.name,
    position: sql`(SELECT COALESCE(max(position) + 1, 0) FROM workflows WHERE workspace_id = ${input.workspaceId})`,
  });
  await tx
    .insert(workflowSteps)
    .values(STEPS.map((step, position) => ({ ...step, id: newId(), workflowId: id, position })));
  return id;
}
