import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { clarificationOrigins } from "@/db/schema/clarification";
import { taskSessionMessages } from "@/db/schema/sessions";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { type Hint, notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import { lockSession } from "@/lib/sessions/lock-session";
import { markWaiting } from "@/lib/sessions/set-session-state";
import { findCurrentTurn } from "@/lib/turns/current-turn";
import { openTurn } from "@/lib/turns/open-turn";
import type { ResponseView } from "@/lib/views";
import { attachWaiter } from "./attach";
import { findSameAsk } from "./find-same-ask";
import { handOver, withReason } from "./hand-over";
import { type AskedQuestion, normalizeQuestions } from "./normalize";
import type { Question } from "./question";
import { replayWinner } from "./replay-winner";
import { type PendingWait, prepareWait, type WaitLimits } from "./wait";
import type { WaitResult } from "./waiters";

export interface Ask {
  readonly sessionId: string;
  readonly questions: readonly AskedQuestion[];
  readonly context: string;
}

/** What an ask leads to: an open bundle, with a wait when one was asked for, or an answer that was already there. */
export type Asked =
  | { readonly kind: "open"; readonly pendingId: string; readonly result: Promise<WaitResult> | undefined }
  | { readonly kind: "answered"; readonly pendingId: string; readonly response: ResponseView };

const HUNG_UP: WaitResult = { kind: "none", code: "cancelled" };

/**
 * Asks up to four questions in a session. The newest bundle with the same questions decides (contract 6.1): an active one
 * is joined, an answer that was never handed over is handed over, anything else makes a new bundle. With `wait` the call
 * attaches as a live waiter. Throws validation_error, not_found, conflict.
 */
export async function ask(ctx: Context, input: Ask, wait?: WaitLimits): Promise<Asked> {
  const questions = normalizeQuestions(input.questions);
  const taskId = await authorizeSession(ctx, input.sessionId);
  let pending: PendingWait | undefined;
  try {
    return await ctx.app.db.transaction(async (tx): Promise<Asked> => {
      const session = await lockSession(tx, input.sessionId);
      if (session.terminal) throw new AppError("conflict", "session has ended");
      const same = await findSameAsk(tx, session.id, questions);
      const winner = same === undefined || same.active ? undefined : replayWinner(same);
      if (same !== undefined && winner !== undefined) {
        if (wait === undefined) return { kind: "open", pendingId: same.pendingId, result: undefined };
        // A caller whose connection is closed takes nothing out of the mailbox (contract 6.2).
        if (wait.signal.aborted)
          return { kind: "open", pendingId: same.pendingId, result: Promise.resolve(HUNG_UP) };
        return {
          kind: "answered",
          pendingId: same.pendingId,
          response: withReason(winner.response, await handOver(tx, same, { goesOn: true })),
        };
      }
      const hints: Hint[] = [];
      const pendingId = same?.pendingId ?? newId();
      if (same === undefined)
        hints.push(...(await insertBundle(tx, ctx, { ...input, questions, taskId, pendingId })));
      if (wait !== undefined) {
        pending = prepareWait(ctx.app, { pendingId, sessionId: session.id, taskId }, wait);
        ctx.app.waiters.add(pending.waiter);
        hints.push(...(await attachWaiter(tx, ctx.app, pending.waiter)));
      }
      hints.push(...(await markWaiting(tx, session.id, taskId)));
      await notify(tx, ...hints);
      return { kind: "open", pendingId, result: pending?.result };
    });
  } catch (error) {
    pending?.abandon();
    throw error;
  }
}

interface NewBundle extends Ask {
  readonly questions: readonly Question[];
  readonly taskId: string;
  readonly pendingId: string;
}

/** One row a question, all in one statement, in the session's open turn. A completed turn is followed by a new one. */
async function insertBundle(tx: Transaction, ctx: Context, bundle: NewBundle): Promise<Hint[]> {
  const current = await findCurrentTurn(tx, bundle.sessionId);
  const opened = current?.open === true ? undefined : await openTurn(tx, bundle.sessionId, bundle.taskId);
  const ids = bundle.questions.map(() => newId());
  await tx.insert(taskSessionMessages).values(
    bundle.questions.map((question, index) => ({
      id: ids[index] ?? newId(),
      taskSessionId: bundle.sessionId,
      taskId: bundle.taskId,
      turnId: opened?.id ?? current?.id ?? null,
      authorType: "agent",
      type: "clarification_request",
      content: question.prompt,
      createdAt: sql`clock_timestamp()`,
      updatedAt: sql`clock_timestamp()`,
      metadata: {
        pending_id: bundle.pendingId,
        question_id: question.id,
        question,
        question_index: index,
        question_total: bundle.questions.length,
        context: bundle.context,
        status: "pending",
      },
    })),
  );
  await tx.insert(clarificationOrigins).values({
    pendingId: bundle.pendingId,
    taskSessionId: bundle.sessionId,
    serverId: ctx.app.serverId,
  });
  return [
    ...(opened === undefined ? [] : [opened.hint]),
    {
      name: "session.message.added",
      session_id: bundle.sessionId,
      task_id: bundle.taskId,
      message_ids: ids,
      pending_id: bundle.pendingId,
    },
    { name: "task.updated", task_id: bundle.taskId },
  ];
}
