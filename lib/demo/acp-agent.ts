import { Writable } from "node:stream";
import {
  agent,
  type AgentContext,
  type ContentBlock,
  type McpServer,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type StopReason,
} from "@agentclientprotocol/sdk";
import { VERSION } from "../version"; // relative: it runs in the folder of its task, where no alias is known
import type { Endpoint } from "./ask-person";
import { echo, resumeScript, runScript, stepAfter } from "./script";
import { type DemoSession, Turn } from "./turn";

/**
 * The demo agent: speaks ACP over standard input and output like any agent that this product launches, and plays a script. It
 * runs in another folder than the product, so its imports are relative.
 */
const sessions = new Map<string, DemoSession>();
/** The running turns, by session. */
const turns = new Map<string, AbortController>();

function open(id: string, mcpServers: readonly McpServer[], fresh: boolean): void {
  sessions.set(id, { id, endpoint: endpointOf(mcpServers), allowed: new Set(), notes: [], fresh });
}

function endpointOf(mcpServers: readonly McpServer[]): Endpoint | undefined {
  for (const server of mcpServers)
    if ("url" in server && server.type === "http")
      return {
        url: server.url,
        headers: Object.fromEntries(server.headers.map(({ name, value }) => [name, value])),
      };
  return undefined;
}

const textOf = (prompt: readonly ContentBlock[]): string =>
  prompt
    .flatMap((block) => (block.type === "text" ? [block.text] : []))
    .join("\n")
    .trim();

async function play(turn: Turn, prompt: string): Promise<void> {
  const { session } = turn;
  const next = stepAfter(prompt);
  const again = session.fresh || /^again\W*$/i.test(prompt);
  session.fresh = false;
  if (next !== undefined) await resumeScript(turn, prompt, next);
  else if (again) await runScript(turn);
  else await echo(turn, prompt);
}

async function prompted(sessionId: string, prompt: string, client: AgentContext): Promise<StopReason> {
  const session = sessions.get(sessionId);
  if (session === undefined) throw RequestError.invalidParams({ sessionId }, "there is no such session");
  const cancelled = new AbortController();
  turns.set(sessionId, cancelled);
  try {
    await play(new Turn(client, session, cancelled.signal), prompt);
    return "end_turn";
  } catch (error) {
    if (cancelled.signal.aborted) return "cancelled";
    throw error;
  } finally {
    turns.delete(sessionId);
  }
}

const app = agent({ name: "kandev-demo" })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: "kandev-demo", title: "Demo agent", version: VERSION },
    agentCapabilities: { mcpCapabilities: { http: true }, sessionCapabilities: { resume: {} } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    const sessionId = crypto.randomUUID();
    open(sessionId, params.mcpServers, true);
    return { sessionId };
  })
  // All that it needs to go on is in the prompt, so that it can take up a session of an earlier process.
  .onRequest(methods.agent.session.resume, ({ params }) => {
    open(params.sessionId, params.mcpServers ?? [], false);
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => ({
    stopReason: await prompted(params.sessionId, textOf(params.prompt), client),
  }))
  .onNotification(methods.agent.session.cancel, ({ params }) => turns.get(params.sessionId)?.abort());

const input = new ReadableStream<Uint8Array>({
  start(controller) {
    process.stdin.on("data", (chunk: Buffer) => controller.enqueue(chunk));
    process.stdin.once("end", () => controller.close());
  },
});
await app.connect(ndJsonStream(Writable.toWeb(process.stdout), input)).closed;
process.exit(0);
