import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";
import { DEMO_ASKS } from "./asks";

export interface DemoAgent {
  /** The `/mcp/session` endpoint and token, as any agent gets them. */
  readonly url: string;
  readonly token: string;
  /** Called with what the agent would print. */
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

const resultSchema = z.object({ content: z.array(z.looseObject({ text: z.string().optional() })) });

/** Long enough for a person: the server keeps the stream alive, and ends the wait itself. */
const CALL_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/**
 * A scripted agent that speaks MCP to a running server like any other: it asks one question, then three with context,
 * and says what it was told. Rejects when the connection fails or a call ends without an answer.
 */
export async function runDemoAgent({ url, token, say, signal }: DemoAgent): Promise<void> {
  const client = new Client({ name: "kandev-demo-agent", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  try {
    for (const ask of DEMO_ASKS) {
      say(`asking: ${ask.questions.map((question) => question.prompt).join(" / ")}`);
      const result = resultSchema.parse(
        await client.callTool({ name: "ask_user_question_kandev", arguments: { ...ask } }, undefined, {
          timeout: CALL_TIMEOUT_MS,
          ...(signal && { signal }),
        }),
      );
      say(`was told: ${result.content.map((part) => part.text ?? "").join("")}`);
    }
  } finally {
    await client.close();
  }
}
