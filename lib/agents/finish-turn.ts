import { sql } from "drizzle-orm";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { withdrawAll } from "@/lib/permissions/withdraw";
import { lockSession } from "@/lib/sessions/lock-session";
import { markIdle } from "@/lib/sessions/set-session-state";
import { moveOn } from "@/lib/workflows/move-on";
import type { AgentRun, TurnEnd } from "./agent-run";

/**
 * Records that a turn is over: what the agent said is complete, what it asked permission for is withdrawn, the session waits
 * for a person again.
 */
export async function finishTurn(app: App, run: AgentRun, turnId: string, end: TurnEnd): Promise<void> {
  if (!run.alive) return; // its exit says it all, once for the turn and the agent
  const words = wordsFor(end);
  if (words !== undefined) run.transcript.status(words);
  run.endTurn();
  // A prompt that the agent leaves behind is withdrawn, and was not decided: the task stays where it is.
  const goesOn = isDone(end) && app.permissions.ofSession(run.sessionId).length === 0;
  try {
    await withdrawAll(app, run.sessionId);
    await run.transcript.flush();
    await app.db.transaction(async (tx) => {
      const { id: sessionId, taskId, terminal } = await lockSession(tx, run.sessionId);
      const completed = await tx.execute(sql`
        UPDATE task_session_turns SET completed_at = greatest(clock_timestamp(), started_at)
        WHERE id = ${turnId} AND completed_at IS NULL RETURNING id`);
      if (completed.length === 0) return; // a newer turn has begun
      await notify(
        tx,
        { name: "session.turn.completed", session_id: sessionId, task_id: taskId, turn_id: turnId },
        ...(goesOn ? await moveOn(app, tx, sessionId, taskId) : []),
        ...(terminal ? [] : await markIdle(tx, sessionId, taskId)),
      );
    });
  } catch (error) {
    if (!(error instanceof AppError))
      app.log.error({ err: error, session_id: run.sessionId }, "the end of a turn could not be recorded");
  }
}

const isDone = (end: TurnEnd): boolean => end.kind !== "failed" && end.reason === "end_turn";

/** What a person should know of how a turn ended; nothing of one that ended as it should. */
function wordsFor(end: TurnEnd): string | undefined {
  if (end.kind === "failed") return `The agent could not go on: ${end.message}`;
  switch (end.reason) {
    case "end_turn":
      return undefined;
    case "cancelled":
      return "Stopped.";
    case "refusal":
      return "The agent refused to go on.";
    case "max_tokens":
      return "The agent has reached its limit of tokens. Write to it to go on.";
    case "max_turn_requests":
      return "The agent has reached its limit of requests for one turn. Write to it to go on.";
  }
}
