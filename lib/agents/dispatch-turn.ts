import { setTimeout as sleep } from "node:timers/promises";
import { sql, TransactionRollbackError } from "drizzle-orm";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { type Hint, notify } from "@/lib/events/hints";
import { lockSession } from "@/lib/sessions/lock-session";
import { markIdle, setSessionState } from "@/lib/sessions/set-session-state";
import { completeOpenTurns } from "@/lib/turns/complete-turn";
import { openTurn } from "@/lib/turns/open-turn";
import type { AgentRun, TurnEnd } from "./agent-run";
import { finishTurn } from "./finish-turn";
import { runNext } from "./run-next";

/** How long a prompt must be on its way without an error before it counts as accepted (contract 6.4). */
const ACCEPTED_MS = 1_000;

/** What starts a turn: a person's message, or the answer to an earlier question. */
export type TurnStart =
  | { readonly kind: "message"; readonly messageId: string; readonly prompt: string }
  | { readonly kind: "resume"; readonly prompt: string };

/**
 * Starts the session's next turn and sends its prompt, at most once: `prompt_dispatch_attempted` is committed before the
 * prompt is on the wire. True once the agent has accepted it: it showed a sign, or said nothing wrong for a second. A resume
 * that is refused leaves no turn behind; a message that is refused stays in the transcript, with the reason.
 */
export async function dispatchTurn(app: App, run: AgentRun, start: TurnStart): Promise<boolean> {
  const turnId = await reserve(app, run, start);
  if (turnId === undefined) return false;
  run.transcript.turnId = turnId;
  const { heard, ended } = run.prompt(start.prompt);
  const gone = run.process.exited.then((): TurnEnd => ({ kind: "failed", message: "it ended" }));
  const end = Promise.race([ended, gone]);
  let keep: (kept: boolean) => void = () => undefined;
  const kept = new Promise<boolean>((resolve) => (keep = resolve));
  const over = Promise.all([end, kept]).then(([how, isKept]) =>
    isKept ? finishTurn(app, run, turnId, how) : undefined,
  );
  run.track(over);
  void over.then(() => runNext(app, run.sessionId));
  let takenBack = false;
  try {
    const first = await Promise.race([
      end,
      heard.then(() => undefined),
      sleep(ACCEPTED_MS, undefined, { ref: false }),
    ]);
    const refused = first?.kind === "failed";
    takenBack = refused && start.kind === "resume" && (await giveUp(app, run, turnId));
    if (!takenBack) await accept(app, turnId);
    return !refused;
  } finally {
    keep(!takenBack);
  }
}

/** Commits the turn before anything is sent. Undefined when the session has ended, or the message was withdrawn. */
async function reserve(app: App, run: AgentRun, start: TurnStart): Promise<string | undefined> {
  try {
    return await app.db.transaction(async (tx) => {
      const { id: sessionId, taskId, terminal } = await lockSession(tx, run.sessionId);
      if (terminal) return undefined;
      const hints: Hint[] = await completeOpenTurns(tx, sessionId, taskId);
      const turn = await openTurn(tx, sessionId, taskId, {
        prompt_dispatch_pending: true,
        prompt_dispatch_attempted: true,
      });
      if (start.kind === "message") {
        const taken = await tx.execute(sql`
          UPDATE task_session_messages SET turn_id = ${turn.id}, handed_out_at = clock_timestamp(),
            created_at = clock_timestamp(), updated_at = clock_timestamp()
          WHERE id = ${start.messageId} AND handed_out_at IS NULL RETURNING id`);
        if (taken.length === 0) return tx.rollback();
        hints.push({
          name: "session.message.updated",
          session_id: sessionId,
          task_id: taskId,
          message_ids: [start.messageId],
        });
      }
      hints.push(
        turn.hint,
        ...(await setSessionState(tx, {
          sessionId,
          taskId,
          from: ["created", "starting", "idle", "waiting_for_input"],
          to: "running",
          task: "in_progress",
        })),
      );
      await notify(tx, ...hints);
      return turn.id;
    });
  } catch (error) {
    if (error instanceof AppError || error instanceof TransactionRollbackError) return undefined;
    throw error;
  }
}

/** Takes a refused turn back, unless the agent has written into it. Then it is no longer there to supersede anything. */
async function giveUp(app: App, run: AgentRun, turnId: string): Promise<boolean> {
  run.transcript.turnId = null;
  await run.transcript.flush();
  return app.db.transaction(async (tx) => {
    const { id: sessionId, taskId } = await lockSession(tx, run.sessionId);
    const removed = await tx.execute(sql`
      DELETE FROM task_session_turns t WHERE t.id = ${turnId}
        AND NOT EXISTS (SELECT 1 FROM task_session_messages m WHERE m.turn_id = t.id) RETURNING id`);
    if (removed.length === 0) return false;
    await notify(tx, ...(await markIdle(tx, sessionId, taskId)));
    return true;
  });
}

async function accept(app: App, turnId: string): Promise<void> {
  await app.db.execute(sql`
    UPDATE task_session_turns SET metadata = metadata - 'prompt_dispatch_pending' - 'prompt_dispatch_attempted'
    WHERE id = ${turnId}`);
}
