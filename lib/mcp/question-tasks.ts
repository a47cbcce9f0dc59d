import { checkQuestion } from "@/lib/clarification/check-question";
import { listQuestions } from "@/lib/clarification/list-questions";
import { lookAtQuestion } from "@/lib/clarification/look-at-question";
import { type NoAnswerCode, noAnswerMessage } from "@/lib/clarification/no-answer";
import { omitEmpty } from "@/lib/clarification/omit-empty";
import type { QuestionStatus } from "@/lib/clarification/question-status";
import { withdrawQuestion } from "@/lib/clarification/withdraw-question";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { type CallResult, errorResult, okResult } from "./call-result";
import { RpcError } from "./rpc-error";
import { agentSession } from "./shapes";
import type { Tool } from "./tool";

/**
 * A question as a task of the protocol: its id is the question's `pending_id`, its state is what the question's rows say. There
 * is nothing else that could be lost or go stale, so any server can be asked, also after a restart.
 */
export interface QuestionTask {
  readonly taskId: string;
  /** `working` while a person may answer; a person is no client of this protocol, so it is never `input_required`. */
  readonly status: "working" | "completed" | "cancelled";
  readonly statusMessage: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
}

const TASK_NOT_FOUND = "not_found: task not found";

/** How often a client should ask, in milliseconds. People are slow. */
export const POLL_INTERVAL_MS = 2000;

/** Starts a tool's call as a task; undefined where the tool can only be waited for. Throws AppError as the tool does. */
export async function startQuestionTask(
  ctx: Context,
  tool: Tool,
  args: Readonly<Record<string, unknown>> = {},
): Promise<QuestionTask | undefined> {
  const pendingId = await tool.start?.(ctx, args);
  return pendingId === undefined ? undefined : getQuestionTask(ctx, pendingId);
}

/** How a question of the caller's session stands. Hands nothing over. Throws RpcError for what is not one. */
export const getQuestionTask = (ctx: Context, taskId: string): Promise<QuestionTask> =>
  inSession(async () => describe(ctx, await lookAtQuestion(ctx, question(ctx, taskId))));

/** The questions of the caller's session as tasks, newest first. Throws RpcError for a cursor that is none. */
export const listQuestionTasks = (
  ctx: Context,
  cursor: string | undefined,
): Promise<{ tasks: QuestionTask[]; nextCursor: string }> =>
  inSession(async () => {
    const sessionId = agentSession(ctx.actor);
    const { questions, nextCursor } = await listQuestions(ctx, { sessionId, cursor });
    const tasks = await Promise.all(questions.map((listed) => describe(ctx, listed)));
    return { tasks, nextCursor };
  });

/** Withdraws a question; false when it was settled before. Throws RpcError for what is not one. */
export const cancelQuestionTask = (ctx: Context, taskId: string): Promise<boolean> =>
  inSession(() => withdrawQuestion(ctx, question(ctx, taskId)));

/**
 * What the blocked call would have returned, handing the answer over as `check_question_kandev` does; undefined while there is
 * nothing to return. With `waitSeconds` the caller is a live waiter for that long.
 */
export const questionResult = (
  ctx: Context,
  taskId: string,
  signal: AbortSignal,
  waitSeconds = 0,
): Promise<CallResult | undefined> =>
  inSession(async () => {
    const checked = await checkQuestion(ctx, { ...question(ctx, taskId), waitSeconds, signal });
    if (checked.response !== undefined) return okResult(omitEmpty(checked.response));
    if (checked.status === "pending") return undefined;
    const code = lapse(checked.status);
    return errorResult(new AppError(code, await explain(ctx, code, taskId)));
  });

const question = (ctx: Context, pendingId: string) => ({ sessionId: agentSession(ctx.actor), pendingId });

const lapse = (status: string) => (status === "expired" ? "session_ended" : "cancelled");

/** Why a wait has ended while the question is still open. */
export async function stillOpen(ctx: Context, pendingId: string): Promise<AppError> {
  const code = ctx.app.draining.aborted ? "server_stopping" : "wait_ended";
  return new AppError(code, await explain(ctx, code, pendingId));
}

const explain = async (ctx: Context, code: NoAnswerCode, pendingId: string) =>
  noAnswerMessage(ctx.app, code, {
    pendingId,
    taskId: await authorizeSession(ctx, agentSession(ctx.actor)).catch(() => ""),
  });

async function describe(
  ctx: Context,
  { pendingId, status, createdAt, updatedAt }: QuestionStatus,
): Promise<QuestionTask> {
  const times = { createdAt, lastUpdatedAt: updatedAt };
  switch (status) {
    case "pending":
      return {
        taskId: pendingId,
        status: "working",
        statusMessage: `Waiting for a person to answer question ${pendingId} in Kandev`,
        ...times,
      };
    case "answered":
    case "rejected":
      return {
        taskId: pendingId,
        status: "completed",
        statusMessage: `Question ${pendingId} was ${status}`,
        ...times,
      };
    default:
      return {
        taskId: pendingId,
        status: "cancelled",
        statusMessage: await explain(ctx, lapse(status), pendingId),
        ...times,
      };
  }
}

const inSession = <T>(run: () => Promise<T>): Promise<T> => run().catch(asRpcError);

/** What is missing, what is another session's, and an id that is none are the same error. */
export function asRpcError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new RpcError(error.code === "not_found" ? TASK_NOT_FOUND : `${error.code}: ${error.message}`);
}
