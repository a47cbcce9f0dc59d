import { resolve } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { sendOk } from "./http";
import type { TestServer } from "./server";

type Target = Pick<TestServer, "url">;

/** One thing that the scripted agent does; see scripted-agent.mjs. */
export type Step = Readonly<Record<string, unknown>>;

export interface LaunchOptions {
  /** Environment of the agent. */
  readonly env?: Readonly<Record<string, string>>;
  readonly autoApprove?: boolean;
  readonly token?: string;
  readonly cwd?: string;
}

const idShape = z.object({ id: z.string() });
const messageShape = z.object({
  id: z.string(),
  type: z.string(),
  author_type: z.string(),
  content: z.string(),
  turn_id: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});
const permissionShape = z.looseObject({
  task_id: z.string(),
  session_id: z.string(),
  request_id: z.string(),
  pending_id: z.string(),
  tool_call_id: z.string(),
  title: z.string(),
  options: z.array(z.object({ option_id: z.string(), name: z.string(), kind: z.string() })),
  action: z.looseObject({ type: z.string(), redacted: z.boolean() }),
});

export type Message = z.output<typeof messageShape>;
export type Permission = z.output<typeof permissionShape>;

/** What a decision names a prompt by (PR3). */
export const identity = ({ task_id, session_id, request_id, pending_id }: Permission) => ({
  task_id,
  session_id,
  request_id,
  pending_id,
});

/** A profile for the scripted agent. */
export async function addScriptedProfile(server: Target, options: LaunchOptions = {}): Promise<string> {
  const { id } = await sendOk(idShape, server, "POST", "/api/v1/agent-profiles", {
    body: {
      name: "Scripted",
      command: process.execPath,
      args: [resolve("lib/testing/scripted-agent.mjs")],
      env: options.env ?? {},
      auto_approve: options.autoApprove ?? false,
      ...(options.cwd !== undefined && { cwd: options.cwd }),
    },
    ...(options.token !== undefined && { token: options.token }),
  });
  return id;
}

export interface LaunchedAgent {
  readonly server: Target;
  readonly taskId: string;
  readonly sessionId: string;
  /** Sends a message: the next turn's steps, or plain words. */
  send(steps: readonly Step[] | string): Promise<Message>;
  messages(): Promise<readonly Message[]>;
  /** What it said, parsed: one entry for each line of JSON. */
  said(): Promise<readonly unknown[]>;
  /** Waits until it has said something that matches. */
  hears(expected: Step): Promise<void>;
  state(): Promise<string>;
  waitFor(state: string): Promise<void>;
  permissions(): Promise<readonly Permission[]>;
  /** Waits until so many prompts are open, and returns them. */
  prompts(count?: number): Promise<readonly Permission[]>;
  /** The same agent, seen through another server. */
  through(server: Target): LaunchedAgent;
}

/** Launches the scripted agent on a new task, with its first turn's steps. */
export async function launchAgent(
  server: Target,
  steps: readonly Step[] | string,
  options: LaunchOptions & { readonly profileId?: string; readonly taskId?: string } = {},
): Promise<LaunchedAgent> {
  const profileId = options.profileId ?? (await addScriptedProfile(server, options));
  const caller = options.token === undefined ? {} : { token: options.token };
  const taskId =
    options.taskId ??
    (await sendOk(idShape, server, "POST", "/api/v1/tasks", { body: { title: "Launched" }, ...caller })).id;
  const { session } = await sendOk(
    z.object({ session: idShape }),
    server,
    "POST",
    `/api/v1/tasks/${taskId}/sessions`,
    { body: { agent_profile_id: profileId, prompt: promptOf(steps) }, ...caller },
  );
  return followAgent(server, taskId, session.id, caller);
}

const promptOf = (steps: readonly Step[] | string): string =>
  typeof steps === "string" ? steps : JSON.stringify(steps);

/** Looks at an agent that was launched by other means. */
export function followAgent(
  server: Target,
  taskId: string,
  sessionId: string,
  caller: { readonly token?: string } = {},
): LaunchedAgent {
  const get = <T>(schema: z.ZodType<T>, path: string) => sendOk(schema, server, "GET", path, caller);
  const messages = async () =>
    (await get(z.object({ messages: z.array(messageShape) }), `/api/v1/sessions/${sessionId}/messages`))
      .messages;
  const said = async () =>
    (await messages())
      .filter(({ type, author_type }) => type === "message" && author_type === "agent")
      .map(({ content }): unknown => (content.startsWith("{") ? JSON.parse(content) : content));
  const state = async () => {
    const { sessions } = await get(
      z.object({ sessions: z.array(z.object({ id: z.string(), state: z.string() })) }),
      `/api/v1/tasks/${taskId}/sessions`,
    );
    return sessions.find(({ id }) => id === sessionId)?.state ?? "gone";
  };
  const permissions = async () =>
    (
      await get(
        z.object({ permissions: z.array(permissionShape) }),
        `/api/v1/tasks/${taskId}/permissions?session_id=${sessionId}`,
      )
    ).permissions;
  return {
    server,
    taskId,
    sessionId,
    messages,
    said,
    state,
    permissions,
    send: (steps) =>
      sendOk(messageShape, server, "POST", `/api/v1/sessions/${sessionId}/messages`, {
        body: { content: promptOf(steps) },
        ...caller,
      }),
    hears: (expected) =>
      expect
        .poll(said, { timeout: 20_000, message: "what the agent said" })
        .toEqual(expect.arrayContaining([expect.objectContaining(expected)])),
    waitFor: (wanted) => expect.poll(state, { timeout: 20_000, message: "the session's state" }).toBe(wanted),
    async prompts(count = 1) {
      await expect.poll(async () => (await permissions()).length, { timeout: 20_000 }).toBe(count);
      return permissions();
    },
    through: (other) => followAgent(other, taskId, sessionId, caller),
  };
}
