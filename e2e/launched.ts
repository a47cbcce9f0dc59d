import { resolve } from "node:path";
import { expect, type Locator, type Page } from "playwright/test";
import { z } from "zod";
import { sendOk } from "@/lib/testing/http";
import type { TestServer } from "@/lib/testing/server";
import { type HeldRequest, holdNext } from "./chat";

type Target = Pick<TestServer, "url">;

/** One thing that the scripted agent does; see lib/testing/scripted-agent.mjs. */
export type Step = Readonly<Record<string, unknown>>;

const created = z.object({ id: z.string() });
const permissions = z.object({
  permissions: z.array(
    z.looseObject({
      task_id: z.string(),
      session_id: z.string(),
      request_id: z.string(),
      pending_id: z.string(),
      tool_call_id: z.string(),
    }),
  ),
});
const messages = z.object({ messages: z.array(z.object({ author_type: z.string(), content: z.string() })) });

export type Prompt = z.output<typeof permissions>["permissions"][number];

/** An agent of this server that does what its messages say. */
export interface Launched {
  readonly taskId: string;
  readonly sessionId: string;
  readonly path: string;
  send(steps: readonly Step[] | string): Promise<void>;
  /** Waits until so many prompts are open, and returns them, oldest first. */
  prompts(count?: number): Promise<readonly Prompt[]>;
  /** Waits until it has said something with this in it. */
  hears(text: string): Promise<void>;
}

export const scriptOf = (steps: readonly Step[] | string): string =>
  typeof steps === "string" ? steps : JSON.stringify(steps);

/** The fields of a profile for the scripted agent. */
export const scripted = {
  name: "Scripted",
  command: process.execPath,
  args: [resolve("lib/testing/scripted-agent.mjs")],
};

/** Adds a profile for the scripted agent and launches one on a task of its own. */
export async function launch(
  server: Target,
  steps: readonly Step[] | string,
  {
    title = "Orders",
    token,
    workspaceId = "",
  }: { readonly title?: string; readonly token?: string; readonly workspaceId?: string } = {},
): Promise<Launched> {
  const caller = token === undefined ? {} : { token };
  const profile = await sendOk(created, server, "POST", "/api/v1/agent-profiles", {
    body: scripted,
    ...caller,
  });
  const task = await sendOk(created, server, "POST", "/api/v1/tasks", {
    body: { title, workspace_id: workspaceId },
    ...caller,
  });
  const { session } = await sendOk(
    z.object({ session: created }),
    server,
    "POST",
    `/api/v1/tasks/${task.id}/sessions`,
    { body: { agent_profile_id: profile.id, prompt: scriptOf(steps) }, ...caller },
  );
  const open = async () =>
    (await sendOk(permissions, server, "GET", `/api/v1/tasks/${task.id}/permissions`, caller)).permissions;
  const said = async () =>
    (await sendOk(messages, server, "GET", `/api/v1/sessions/${session.id}/messages`, caller)).messages
      .filter(({ author_type }) => author_type === "agent")
      .map(({ content }) => content)
      .join("\n");
  return {
    taskId: task.id,
    sessionId: session.id,
    path: `/tasks/${task.id}`,
    async send(next) {
      const body = { content: scriptOf(next) };
      await sendOk(z.unknown(), server, "POST", `/api/v1/sessions/${session.id}/messages`, {
        body,
        ...caller,
      });
    },
    async prompts(count = 1) {
      await expect.poll(async () => (await open()).length, { timeout: 20_000 }).toBe(count);
      return open();
    },
    hears: (text) => expect.poll(said, { timeout: 20_000, message: "what the agent said" }).toContain(text),
  };
}

/** A step that asks for permission to run a command. */
export const asks = (text: string, more: Step = {}, id = text): Step => ({
  permission: {
    toolCallId: id,
    title: `Run ${text}`,
    kind: "execute",
    rawInput: { command: text, cwd: "/srv/app" },
    ...more,
  },
});

/** The places of the permission prompts on a task page. */
export function dockOf(page: Page) {
  const dock = page.getByTestId("permission-dock");
  const cards = dock.getByTestId("permission-card");
  return {
    dock,
    cards,
    open: dock.locator("[data-testid=permission-card]:not([data-phase=closed])"),
    /** The prompt about this command. */
    card: (command: string): Locator => cards.filter({ hasText: command }),
    option: (name: string, card: Locator = dock): Locator =>
      card.getByTestId("permission-option").filter({ has: page.getByText(name, { exact: true }) }),
    outcome: dock.getByTestId("permission-outcome"),
    error: dock.getByTestId("permission-error"),
    collapse: dock.getByTestId("permission-collapse"),
    settled: page.getByTestId("settled-permission"),
  };
}

/** Holds the next choice of this page on its way to the server. */
export const holdChoice = (page: Page): Promise<HeldRequest> =>
  holdNext(page, "**/api/v1/permissions/*/respond");
