import { z } from "zod";
import { type OpenSession, sendOk } from "@/lib/testing/http";
import { blockOnAsk, connectMcp, type McpConnection } from "@/lib/testing/mcp-client";
import type { TestServer } from "@/lib/testing/server";

type Target = Pick<TestServer, "url">;

/** A blocked call of an agent. */
export interface Ask {
  readonly pendingId: string;
  /** What the call returns: the tool's structured result. Rejects when the tool fails. */
  readonly result: Promise<unknown>;
}

/** Somebody's coding agent: the official MCP client with the token of one session. */
export interface Agent extends OpenSession {
  readonly path: string;
  readonly mcp: McpConnection;
  /** Asks and resolves once the call is blocked. */
  ask(args: AskArguments): Promise<Ask>;
  /** What a person wrote to it since the last time. */
  messages(): Promise<string[]>;
}

export interface AgentOptions {
  readonly title?: string;
  /** A personal access token of whoever makes the task, on a server with accounts. */
  readonly person?: string;
}

export interface AskArguments {
  readonly questions: readonly object[];
  readonly context?: string;
}

const created = z.object({ id: z.string() });
const session = z.object({ session: created, mcp: z.object({ token: z.string() }) });
const collected = z.object({ messages: z.array(z.object({ content: z.string() })) });

/** Longer than any test. */
const PATIENCE = { timeout: 300_000 };

/** Makes a task and a session as a person would, and connects an agent to it. */
export async function startAgent(
  server: Target,
  { title = "Orders", person }: AgentOptions = {},
): Promise<Agent> {
  const caller = person === undefined ? {} : { token: person };
  const task = await sendOk(created, server, "POST", "/api/v1/tasks", { body: { title }, ...caller });
  const path = `/api/v1/tasks/${task.id}/sessions`;
  const made = await sendOk(session, server, "POST", path, { body: {}, ...caller });
  const { token } = made.mcp;
  const mcp = await connectMcp(server, token);
  return {
    taskId: task.id,
    sessionId: made.session.id,
    token,
    path: `/tasks/${task.id}`,
    mcp,
    async ask(args) {
      const { pendingId, outcome } = await blockOnAsk(mcp, { ...args }, PATIENCE);
      const result = outcome.then(({ isError, text, structured }) => {
        if (isError) throw new Error(text);
        return structured;
      });
      result.catch(() => undefined); // a test that ends before its question is answered
      return { pendingId, result };
    },
    async messages() {
      const { structured } = await mcp.call("get_user_messages_kandev");
      return collected.parse(structured).messages.map(({ content }) => content);
    },
  };
}

/** A question with three options: `pg`, `sqlite`, `both`. */
export const database = {
  id: "db",
  title: "Database",
  prompt: "Which database should the migration target?",
  options: [
    { option_id: "pg", label: "PostgreSQL", description: "What the compose file already runs" },
    { option_id: "sqlite", label: "SQLite", description: "No server, a single writer" },
    { option_id: "both", label: "Both", description: "Twice the tests" },
  ],
};

const language = {
  id: "lang",
  title: "Language",
  prompt: "Which language should the job be written in?",
  options: [
    { option_id: "go", label: "Go", description: "As the rest of the backend" },
    { option_id: "ts", label: "TypeScript", description: "As the web client" },
  ],
};

const deploy = {
  id: "deploy",
  title: "Deploy",
  prompt: "Where should it run first?",
  options: [
    { option_id: "staging", label: "Staging", description: "Nobody notices a failure" },
    { option_id: "prod", label: "Production", description: "Real data" },
  ],
};

/** Three questions that belong together. */
export const threeQuestions = {
  context: "The migration is written and its tests pass.\n\nNothing has been pushed yet.",
  questions: [database, language, deploy],
};

/** An answer as the agent gets it: empty keys are left out. */
export const answerOf = (questionId: string, options: readonly string[], text = "") => ({
  question_id: questionId,
  ...(options.length > 0 && { selected_options: options }),
  ...(text !== "" && { custom_text: text }),
});
