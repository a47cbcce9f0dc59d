import { taskSessions } from "@/db/schema/sessions";
import type { Transaction } from "@/db/client";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import { openTurn } from "@/lib/turns/open-turn";
import type { SessionSurface } from "./surface";

/** What a session of an agent that somebody else runs starts as. */
export const FIRST_STATE = "created";

/** Writes a session of an agent that somebody else runs, with one open turn, and returns its id. */
export async function insertSession(
  tx: Transaction,
  input: {
    readonly taskId: string;
    readonly surface: SessionSurface;
    /** The run of a workspace's agent key that the session belongs to. */
    readonly run?: { readonly keyId: string; readonly name: string };
  },
): Promise<string> {
  const id = newId();
  await tx.insert(taskSessions).values({
    id,
    taskId: input.taskId,
    state: FIRST_STATE,
    surface: input.surface,
    agentKeyId: input.run?.keyId ?? null,
    agentRun: input.run?.name ?? null,
  });
  const { hint } = await openTurn(tx, id, input.taskId);
  await notify(tx, hint, {
    name: "session.state_changed",
    session_id: id,
    task_id: input.taskId,
    state: FIRST_STATE,
  });
  return id;
}
