import { z } from "zod";
import type { TestServer } from "./server";

/** An answer as it was on the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, undefined when it is not JSON. */
  readonly json: unknown;
}

export interface Sending {
  /** A text, bytes or a stream go out as they are, everything else as JSON. */
  readonly body?: unknown;
  /** Goes into the Authorization header as a bearer token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type Target = Pick<TestServer, "url">;

/** One request over a real connection. Only a connection that fails rejects; every status resolves. */
export async function send(
  server: Target,
  method: string,
  path: string,
  options: Sending = {},
): Promise<Reply> {
  const response = await fetch(server.url + path, toInit(method, options));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}

function toInit(method: string, { body, token, headers = {}, signal }: Sending): RequestInit {
  const raw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
  return {
    method,
    redirect: "manual",
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    ...(body instanceof ReadableStream && { duplex: "half" }),
    ...(signal && { signal }),
  };
}

/** The parsed text, undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends and checks that it succeeded. Throws with what came back instead. */
export async function sendOk<T>(
  schema: z.ZodType<T>,
  server: Target,
  method: string,
  path: string,
  options: Sending = {},
): Promise<T> {
  const reply = await send(server, method, path, options);
  if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
  return schema.parse(reply.json);
}

export interface OpenSession {
  readonly taskId: string;
  readonly sessionId: string;
  /** Of the agent, for /mcp/session. */
  readonly token: string;
}

const sessionReply = z.object({
  session: z.object({ id: z.string() }),
  mcp: z.object({ url: z.string(), token: z.string() }),
});

/** A task with a session for an agent that somebody else runs, made as a user makes them. */
export async function openSession(
  server: Target,
  { surface, token }: { readonly surface?: string; readonly token?: string } = {},
): Promise<OpenSession> {
  const caller = token === undefined ? {} : { token };
  const task = await sendOk(z.object({ id: z.string() }), server, "POST", "/api/v1/tasks", {
    body: { title: "Task" },
    ...caller,
  });
  const made = await sendOk(sessionReply, server, "POST", `/api/v1/tasks/${task.id}/sessions`, {
    body: surface === undefined ? {} : { surface },
    ...caller,
  });
  return { taskId: task.id, sessionId: made.session.id, token: made.mcp.token };
}

export interface AgentKey {
  readonly workspaceId: string;
  readonly id: string;
  /** For /mcp/session, whatever the run. */
  readonly token: string;
}

/** A workspace with an agent key, made as a user makes them. */
export async function makeAgentKey(
  server: Target,
  { token }: { readonly token?: string } = {},
): Promise<AgentKey> {
  const sending = { body: { name: "runs" }, ...(token !== undefined && { token }) };
  const workspace = await sendOk(z.object({ id: z.string() }), server, "POST", "/api/v1/workspaces", sending);
  const path = `/api/v1/workspaces/${workspace.id}/agent-keys`;
  const key = await sendOk(z.object({ id: z.string(), token: z.string() }), server, "POST", path, sending);
  return { workspaceId: workspace.id, ...key };
}

/** A question with the options `a` and `b`. */
export const question = (prompt = "Which one?") => ({
  prompt,
  options: [
    { option_id: "a", label: "A", description: "the first" },
    { option_id: "b", label: "B", description: "the second" },
  ],
});

/** Puts questions into a session over REST and returns their `pending_id`. */
export async function requestAnswer(
  server: Target,
  session: Pick<OpenSession, "sessionId">,
  questions: readonly object[] = [question()],
  token?: string,
): Promise<string> {
  const { pending_id } = await sendOk(
    z.object({ pending_id: z.string() }),
    server,
    "POST",
    "/api/v1/clarification/request",
    { body: { session_id: session.sessionId, questions }, ...(token !== undefined && { token }) },
  );
  return pending_id;
}

/** The body that answers one question with one option. */
export const choose = (option: string, questionId = "q1") => ({
  answers: [{ question_id: questionId, selected_options: [option] }],
});

export const respondPath = (pendingId: string) => `/api/v1/clarification/${pendingId}/respond`;
