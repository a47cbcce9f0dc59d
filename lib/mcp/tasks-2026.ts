import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolRequestParams,
  type CallToolResult,
  MissingRequiredClientCapabilityError,
  type Server,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Context } from "@/lib/context";
import { errorResult, toAppError } from "./call-result";
import { findTool } from "./call-tool";
import type { Exchange } from "./exchange";
import type { Offer } from "./offer";
import {
  cancelQuestionTask,
  getQuestionTask,
  POLL_INTERVAL_MS,
  questionResult,
  type QuestionTask,
  startQuestionTask,
} from "./question-tasks";
import { RpcError } from "./rpc-error";

export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

const required = { extensions: { [TASKS_EXTENSION]: {} } };
const declaring = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    extensions: z.object({ [TASKS_EXTENSION]: z.looseObject({}) }),
  }),
});
const taskParams = z.looseObject({ taskId: z.string() });

/** True for a request of a client that can handle a task in place of a result. */
export const declaresTasks = (envelope: unknown): boolean => declaring.safeParse(envelope).success;

const toTask = (task: QuestionTask) => ({ ...task, ttlMs: null, pollIntervalMs: POLL_INTERVAL_MS });

/** A `tools/call` of a client that takes a task: its task, what the tool refuses, or undefined when it must be waited for. */
export async function startTask2026(
  ctx: Context,
  offer: Offer,
  { name, arguments: args }: CallToolRequestParams,
): Promise<CallToolResult | undefined> {
  try {
    const task = await startQuestionTask(ctx, findTool(offer, name), args);
    // The library's type knows results that are complete; it sends this one as it is.
    return task && { ...toTask(task), resultType: "task", content: [] };
  } catch (error) {
    if (error instanceof RpcError) throw error;
    return { ...errorResult(toAppError(ctx.app, error, name)) };
  }
}

export function addTaskHandlers2026(server: Server, { ctx, request }: Exchange): void {
  const handle = (
    method: "tasks/cancel" | "tasks/get" | "tasks/update",
    run: (taskId: string, signal: AbortSignal) => Promise<Record<string, unknown>>,
  ) =>
    server.setRequestHandler(method, { params: taskParams }, async ({ taskId }, { mcpReq }) => {
      if (!declaresTasks(mcpReq.envelope))
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: required });
      return run(taskId, AbortSignal.any([request.signal, mcpReq.signal]));
    });
  handle("tasks/get", async (taskId, signal) => {
    const task = toTask(await getQuestionTask(ctx, taskId));
    if (task.status !== "completed") return task;
    return { ...task, result: { resultType: "complete", ...(await questionResult(ctx, taskId, signal)) } };
  });
  handle("tasks/update", async (taskId) => {
    await getQuestionTask(ctx, taskId);
    return {}; // it never asks the client for anything
  });
  handle("tasks/cancel", async (taskId) => {
    await cancelQuestionTask(ctx, taskId);
    return {};
  });
}
