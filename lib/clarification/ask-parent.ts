import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { taskSessionMessages } from "@/db/schema/sessions";
import { runNext } from "@/lib/agents/run-next";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import { insertUserMessage } from "@/lib/messages/insert-user-message";
import { type LockedSession, lockSession } from "@/lib/sessions/lock-session";
import { findPrimarySession } from "@/lib/sessions/primary-session";
import { markWaiting } from "@/lib/sessions/set-session-state";
import { findCurrentTurn } from "@/lib/turns/current-turn";
import { openTurn } from "@/lib/turns/open-turn";
import type { Ask } from "./ask";
import { askKey, normalizeQuestions } from "./normalize";
import type { Question } from "./question";

export interface AskedParent {
  readonly question_id: string;
  readonly status: "waiting_for_parent";
  readonly parent_task_id: string;
}

/**
 * Puts an agent's questions to the agent of its task's parent instead of to a person. Does not wait: the reply is the
 * session's next message. External answering knows nothing of it (contract 3). Throws validation_error, not_found, conflict.
 */
export async function askParent(ctx: Context, input: Ask): Promise<AskedParent> {
  const questions = normalizeQuestions(input.questions);
  const taskId = await authorizeSession(ctx, input.sessionId);
  const parent = await findParent(ctx, taskId);
  const { asked, launched } = await ctx.app.db.transaction(async (tx) => {
    const result = (question_id: string): AskedParent => ({
      question_id,
      status: "waiting_for_parent",
      parent_task_id: parent.taskId,
    });
    // Both sessions, the parent's first, so that two that ask each other at once do not wait for each other.
    const above = await lockSession(tx, parent.sessionId);
    const session = await lockSession(tx, input.sessionId);
    if (session.terminal) throw new AppError("conflict", "session has ended");
    if (above.terminal)
      throw new AppError("conflict", "the parent's session has ended: nobody is there to ask");
    const key = askKey(questions);
    const same = await findSame(tx, session.id, key);
    if (same !== undefined) return { asked: result(same), launched: false };
    const questionId = newId();
    await insertQuestion(tx, session, {
      ...input,
      questions,
      key,
      taskId,
      questionId,
      parentTaskId: parent.taskId,
    });
    await insertUserMessage(tx, above, {
      taskId: parent.taskId,
      content: messageToParent({ taskId, questionId, questions, context: input.context }),
      metadata: { child_task_id: taskId, parent_question_id: questionId },
    });
    return { asked: result(questionId), launched: above.agentProfileId !== null };
  });
  if (launched) void runNext(ctx.app, parent.sessionId);
  return asked;
}

const parentRows = z.array(
  z.object({ autopilot: z.boolean(), parent_id: z.string(), parent: z.string().nullable() }),
);

async function findParent(ctx: Context, taskId: string): Promise<{ taskId: string; sessionId: string }> {
  const [task] = parentRows.parse([
    ...(await ctx.app.db.execute(sql`
      SELECT t.autopilot, t.parent_id, p.id AS parent FROM tasks t LEFT JOIN tasks p ON p.id = t.parent_id WHERE t.id = ${taskId}`)),
  ]);
  if (task?.autopilot !== true)
    throw new AppError("conflict", "only the agent of an autopilot task asks its parent");
  if (task.parent_id === "") throw new AppError("conflict", "this task has no parent to ask");
  if (task.parent === null) throw new AppError("conflict", "the parent task is gone");
  const sessionId = await findPrimarySession(ctx.app.db, task.parent);
  if (sessionId === undefined) throw new AppError("conflict", "the parent task has no session to ask in");
  return { taskId: task.parent, sessionId };
}

const sameRows = z.array(z.object({ pending_id: z.string() }));

/** A question that waits for the parent already is not put twice. */
async function findSame(tx: Transaction, sessionId: string, key: string): Promise<string | undefined> {
  const [same] = sameRows.parse([
    ...(await tx.execute(sql`
      SELECT m.pending_id FROM active_clarification_messages a JOIN task_session_messages m ON m.id = a.id
      WHERE a.task_session_id = ${sessionId} AND m.metadata -> 'parent_question' = 'true'::jsonb
        AND m.metadata ->> 'ask_key' = ${key} LIMIT 1`)),
  ]);
  return same?.pending_id;
}

interface ParentQuestion {
  readonly questions: readonly Question[];
  readonly context: string;
  readonly key: string;
  readonly taskId: string;
  readonly questionId: string;
  readonly parentTaskId: string;
}

async function insertQuestion(tx: Transaction, session: LockedSession, asked: ParentQuestion): Promise<void> {
  const { questionId, taskId, questions } = asked;
  const current = await findCurrentTurn(tx, session.id);
  const opened = current?.open === true ? undefined : await openTurn(tx, session.id, taskId);
  await tx.insert(taskSessionMessages).values({
    id: questionId,
    taskSessionId: session.id,
    taskId,
    turnId: opened?.id ?? current?.id ?? null,
    authorType: "agent",
    type: "clarification_request",
    content: questions.map(({ prompt }) => prompt).join("\n\n"),
    createdAt: sql`clock_timestamp()`,
    updatedAt: sql`clock_timestamp()`,
    metadata: {
      pending_id: questionId,
      question_id: questionId,
      parent_question: true,
      parent_question_id: questionId,
      parent_question_status: "waiting",
      parent_task_id: asked.parentTaskId,
      child_task_id: taskId,
      ask_key: asked.key,
      questions,
      question: questions[0],
      question_index: 0,
      question_total: 1,
      context: asked.context,
      status: "pending",
    },
  });
  await notify(
    tx,
    ...(opened === undefined ? [] : [opened.hint]),
    {
      name: "session.message.added",
      session_id: session.id,
      task_id: taskId,
      message_ids: [questionId],
      pending_id: questionId,
    },
    { name: "task.updated", task_id: taskId },
    ...(await markWaiting(tx, session.id, taskId)),
  );
}

/** What the parent's agent is told, with everything that its reply needs. */
function messageToParent(
  asked: Pick<ParentQuestion, "taskId" | "questionId" | "questions" | "context">,
): string {
  const questions = asked.questions.map(({ prompt, options }, index) =>
    [
      `${index + 1}. ${prompt}`,
      ...options.map(
        ({ label, description }) => `   - ${label}${description === "" ? "" : `: ${description}`}`,
      ),
    ].join("\n"),
  );
  return [
    `The agent of your sub-task ${asked.taskId} asks you and waits for your reply.`,
    ...(asked.context === "" ? [] : [asked.context]),
    ...questions,
    `Reply with message_task_kandev: task_id ${asked.taskId}, reply_to_question_id ${asked.questionId}, and your answer as content.`,
  ].join("\n\n");
}
