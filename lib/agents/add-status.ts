import type { Transaction } from "@/db/client";
import { newId } from "@/lib/ids";
import type { LockedSession } from "@/lib/sessions/lock-session";
import { findCurrentTurn } from "@/lib/turns/current-turn";
import { writeAgentRow } from "./write-agent-row";

/** Writes a line of the product's own into a session whose agent does not run. Under the session lock. */
export async function addStatus(
  tx: Transaction,
  { id: sessionId, taskId }: Pick<LockedSession, "id" | "taskId">,
  content: string,
): Promise<void> {
  const turn = await findCurrentTurn(tx, sessionId);
  const row = { id: newId(), type: "status" as const, content, metadata: {} };
  await writeAgentRow(tx, { ...row, sessionId, taskId, turnId: turn?.id ?? null });
}
