import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";
import { DEMO_ASKS } from "./asks";

export interface DemoAgent {
  /** The `/mcp/session` endpoint and token, as any agent gets them. */
  readonly url: string;
  readonly token: string;
  readonly onAsk?: (prompts: readonly string[]) => void;
  /** What the call returned, word for word, and the same as a person would say it. */
  readonly onAnswer: (json: string, summary: string) => void;
  readonly signal?: AbortSignal;
}

const resultSchema = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.looseObject({ text: z.string() })]),
  structuredContent: z.unknown(),
});

const answerSchema = z.object({
  answers: z
    .array(
      z.object({
        selected_options: z.array(z.string()).default([]),
        custom_text: z.string().default(""),
      }),
    )
    .default([]),
  rejected: z.boolean().default(false),
  reject_reason: z.string().default(""),
});

/** Long enough for a person: the server keeps the stream alive, and ends the wait itself. */
const CALL_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/**
 * A scripted agent that speaks MCP to a running server like any other: it asks one question, then three with context.
 * Rejects when the connection fails or a call ends without an answer.
 */
export async function runDemoAgent({ url, token, onAsk, onAnswer, signal }: DemoAgent): Promise<void> {
  const client = new Client({ name: "kandev-demo-agent", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  try {
    for (const ask of DEMO_ASKS) {
      onAsk?.(ask.questions.map((question) => question.prompt));
      const called = await client.callTool(
        { name: "ask_user_question_kandev", arguments: { ...ask } },
        undefined,
        {
          timeout: CALL_TIMEOUT_MS,
          ...(signal && { signal }),
        },
      );
      const result = resultSchema.parse(called);
      const [{ text }] = result.content;
      if (result.isError === true) throw new Error(text);
      onAnswer(text, summarize(ask, result.structuredContent));
    }
  } finally {
    await client.close();
  }
}

function summarize(ask: (typeof DEMO_ASKS)[number], content: unknown): string {
  const { answers, rejected, reject_reason } = answerSchema.parse(content);
  if (rejected) return `You declined to answer${reject_reason === "" ? "." : `: ${reject_reason}`}`;
  const lines = ask.questions.map((question, index) => {
    const answer = answers[index];
    const chosen = new Set(answer?.selected_options);
    const labels = question.options
      .filter((_, position) => chosen.has(`q${index + 1}_opt${position + 1}`))
      .map((option) => option.label);
    const said = [labels.join(", "), answer?.custom_text ?? ""].filter((part) => part !== "").join(" - ");
    return `- ${question.title}: **${said || "no answer"}**`;
  });
  return ["Thank you. I was told:", "", ...lines].join("\n");
}
