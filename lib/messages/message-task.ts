import { runNext } from "@/lib/agents/run-next";
import { answerParentQuestion } from "@/lib/clarification/answer-parent-question";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { lockSession } from "@/lib/sessions/lock-session";
import { authorizeSubtask } from "@/lib/auth/access";
import { taskSession } from "@/lib/sessions/task-session";
import { insertUserMessage } from "./insert-user-message";

export interface TaskMessage {
  readonly taskId: string;
  /** Absent: the primary one. */
  readonly sessionId?: string | undefined;
  readonly content: string;
  /** The parent question that the content answers. */
  readonly replyToQuestionId?: string | undefined;
}

export interface SentMessage {
  readonly task_id: string;
  readonly session_id: string;
  readonly message_id: string;
  /** `queued`: the agent gets it later; `answered`: it was the answer to a parent question, now or by an earlier call. */
  readonly status: "queued" | "answered";
}

/**
 * Says something to a task's agent. It starts an agent's next turn, or waits for the turn that runs; behind an open question it
 * waits until that is settled, and it never answers one. Only `replyToQuestionId` answers, and only what the agent asked its
 * parent. Throws not_found, conflict.
 */
export async function messageTask(ctx: Context, input: TaskMessage): Promise<SentMessage> {
  await authorizeSubtask(ctx, input.taskId);
  const sessionId = await taskSession(ctx.app.db, input);
  const sent = await ctx.app.db.transaction(async (tx): Promise<SentMessage & { launched: boolean }> => {
    const session = await lockSession(tx, sessionId);
    if (session.terminal) throw new AppError("conflict", "session has ended");
    const about = { task_id: input.taskId, session_id: session.id };
    const launched = session.agentProfileId !== null;
    const reply =
      input.replyToQuestionId === undefined
        ? undefined
        : await answerParentQuestion(tx, session, { questionId: input.replyToQuestionId });
    if (reply === "repeated") return { ...about, message_id: "", status: "answered", launched: false };
    const message = await insertUserMessage(tx, session, {
      taskId: input.taskId,
      content: input.content,
      metadata:
        reply === undefined ? { behind_questions: true } : { reply_to_question_id: input.replyToQuestionId },
    });
    return {
      ...about,
      message_id: message.id,
      status: reply === undefined ? "queued" : "answered",
      launched,
    };
  });
  const { launched, ...result } = sent;
  if (launched) void runNext(ctx.app, sessionId);
  return result;
}
