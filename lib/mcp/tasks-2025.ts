import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CancelTaskRequestSchema,
  type CallToolRequest,
  type CreateTaskResult,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListTasksRequestSchema,
  RELATED_TASK_META_KEY,
  type Task,
} from "@modelcontextprotocol/sdk/types.js";
import type { Context } from "@/lib/context";
import { whileAllowed } from "@/lib/http/while-allowed";
import { findTool } from "./call-tool";
import { trackCall } from "./calls";
import type { Exchange } from "./exchange";
import type { Offer } from "./offer";
import { startProgress } from "./progress";
import {
  asRpcError,
  cancelQuestionTask,
  getQuestionTask,
  listQuestionTasks,
  POLL_INTERVAL_MS,
  questionResult,
  type QuestionTask,
  startQuestionTask,
  stillOpen,
} from "./question-tasks";
import { RpcError } from "./rpc-error";

/** The experimental tasks of 2025-11-25, as the server's capability. */
export const TASKS_2025 = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

const METHOD_NOT_FOUND = -32601;
const NOT_YET = -32000;

const toTask = (task: QuestionTask): Task => ({ ...task, ttl: null, pollInterval: POLL_INTERVAL_MS });

/** A `tools/call` that asks for a task. Throws RpcError, for what the tool refuses, too. */
export async function startTask2025(
  ctx: Context,
  offer: Offer,
  { name, arguments: args }: CallToolRequest["params"],
): Promise<CreateTaskResult> {
  const task = await startQuestionTask(ctx, findTool(offer, name), args).catch(asRpcError);
  if (task === undefined) throw new RpcError(`${name} cannot be called as a task`, METHOD_NOT_FOUND);
  return { task: toTask(task) };
}

export function addTaskHandlers2025(server: Server, { ctx, incoming, request }: Exchange): void {
  server.setRequestHandler(GetTaskRequestSchema, async ({ params }) =>
    toTask(await getQuestionTask(ctx, params.taskId)),
  );
  server.setRequestHandler(ListTasksRequestSchema, async ({ params }) => {
    const { tasks, nextCursor } = await listQuestionTasks(ctx, params?.cursor);
    return { tasks: tasks.map(toTask), ...(nextCursor !== "" && { nextCursor }) };
  });
  server.setRequestHandler(CancelTaskRequestSchema, async ({ params }) => {
    const withdrawn = await cancelQuestionTask(ctx, params.taskId);
    const task = toTask(await getQuestionTask(ctx, params.taskId));
    if (!withdrawn) throw new RpcError(`the task has ended already, as ${task.status}`);
    return task;
  });
  server.setRequestHandler(GetTaskPayloadRequestSchema, async ({ params: { taskId } }, extra) => {
    const call = trackCall(ctx, incoming.callKey(extra.requestId), [request.signal, extra.signal]);
    const channel = { progressToken: extra._meta?.progressToken, notify: extra.sendNotification };
    const progress = startProgress(ctx.app, channel);
    try {
      progress.waitsOn((await getQuestionTask(ctx, taskId)).taskId);
      const result = await whileAllowed(ctx, call.signal, (signal) =>
        questionResult(ctx, taskId, signal, ctx.app.env.KANDEV_QUESTION_WAIT_SECONDS),
      ).catch(asRpcError);
      if (result === undefined) {
        const { code, message } = await stillOpen(ctx, taskId);
        throw new RpcError(`${code}: ${message}`, NOT_YET);
      }
      return { ...result, _meta: { [RELATED_TASK_META_KEY]: { taskId } } };
    } finally {
      progress.stop();
      call.end();
    }
  });
}
