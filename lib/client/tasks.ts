import { postJson } from "./http";

const session = (id: string) => `/api/v1/sessions/${encodeURIComponent(id)}`;

export const createTask = (task: { title: string; description?: string }) =>
  postJson("/api/v1/tasks", task, ({ created }) => created);

/** Makes a session for an agent that somebody else runs. The token in the result is shown once. */
export const createSession = (taskId: string) =>
  postJson(
    `/api/v1/tasks/${encodeURIComponent(taskId)}/sessions`,
    {},
    ({ createdSession }) => createdSession,
  );

export const sendMessage = (sessionId: string, content: string) =>
  postJson(`${session(sessionId)}/messages`, { content }, ({ anything }) => anything);

/** Completes the open turn and starts the next one; what was asked in the old one is superseded. */
export const startTurn = (sessionId: string) =>
  postJson(`${session(sessionId)}/turns`, {}, ({ anything }) => anything);

export const endSession = (sessionId: string, state: "completed" | "failed" | "cancelled") =>
  postJson(`${session(sessionId)}/end`, { state }, ({ anything }) => anything);

/** Starts the scripted agent on a task of its own. */
export const startDemo = () => postJson("/api/v1/demo", {}, ({ demo }) => demo);
