import * as z from "zod/mini";
import { postJson } from "./http";

const anything = z.unknown();
const created = z.object({ id: z.string() });
const createdSession = z.object({
  session: z.object({ id: z.string(), task_id: z.string(), state: z.string() }),
  mcp: z.object({ url: z.string(), token: z.string() }),
});
const demo = z.object({ task_id: z.string() });

const session = (id: string) => `/api/v1/sessions/${encodeURIComponent(id)}`;

export const createTask = (task: { title: string; description?: string }) =>
  postJson("/api/v1/tasks", task, created);

/** Makes a session for an agent that somebody else runs. The token in the result is shown once. */
export const createSession = (taskId: string) =>
  postJson(`/api/v1/tasks/${encodeURIComponent(taskId)}/sessions`, {}, createdSession);

export const sendMessage = (sessionId: string, content: string) =>
  postJson(`${session(sessionId)}/messages`, { content }, anything);

/** Completes the open turn and starts the next one; what was asked in the old one is superseded. */
export const startTurn = (sessionId: string) => postJson(`${session(sessionId)}/turns`, {}, anything);

export const endSession = (sessionId: string, state: "completed" | "failed" | "cancelled") =>
  postJson(`${session(sessionId)}/end`, { state }, anything);

/** Starts the scripted agent on a task of its own. */
export const startDemo = () => postJson("/api/v1/demo", {}, demo);
