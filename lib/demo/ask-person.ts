import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";
import type { DemoAsk } from "./asks";

/** Where our tools are, as any agent is told. */
export interface Endpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a call that asks ended. */
export type Asked =
  | {
      readonly kind: "answered";
      /** What the call returned, word for word. */
      readonly json: string;
      /** The same as a list of lines, one for each question; empty when the person declined. */
      readonly lines: readonly string[];
      readonly declined: boolean;
      readonly reason: string;
    }
  /** Without an answer, and why; the question may still be open. */
  | { readonly kind: "unanswered"; readonly code: string; readonly message: string };

const resultSchema = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.looseObject({ text: z.string() })]),
  structuredContent: z.unknown().optional(),
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
 * Asks over MCP and blocks until a person answers, as any agent does. Rejects when the server cannot be reached, when the
 * connection breaks, and when `signal` is aborted, which also takes the call back.
 */
export async function askPerson(endpoint: Endpoint, ask: DemoAsk, signal?: AbortSignal): Promise<Asked> {
  const client = new Client({ name: "kandev-demo-agent", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(endpoint.url), {
      requestInit: { headers: { ...endpoint.headers } },
    }),
  );
  // A stream that breaks off is only reported here; the call itself would wait on.
  const broken = new Promise<never>((_resolve, reject) => (client.onerror = reject));
  try {
    const call = client.callTool({ name: "ask_user_question_kandev", arguments: { ...ask } }, undefined, {
      timeout: CALL_TIMEOUT_MS,
      ...(signal && { signal }),
    });
    return read(ask, resultSchema.parse(await Promise.race([call, broken])));
  } finally {
    await client.close();
  }
}

function read(ask: DemoAsk, result: z.output<typeof resultSchema>): Asked {
  const [{ text }] = result.content;
  if (result.isError) {
    const [, code = "", message = text] = /^(\w+): (.*)$/s.exec(text) ?? [];
    return { kind: "unanswered", code, message };
  }
  const { answers, rejected, reject_reason } = answerSchema.parse(result.structuredContent);
  const lines = ask.questions.map((question, index) => {
    const answer = answers[index];
    const chosen = new Set(answer?.selected_options);
    const labels = question.options
      .filter((_, position) => chosen.has(`q${index + 1}_opt${position + 1}`))
      .map((option) => option.label);
    const said = [labels.join(", "), answer?.custom_text ?? ""].filter((part) => part !== "").join(" - ");
    return `${question.title}: **${said || "no answer"}**`;
  });
  return {
    kind: "answered",
    json: text,
    lines: rejected ? [] : lines,
    declined: rejected,
    reason: reject_reason,
  };
}
