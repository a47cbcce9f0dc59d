// An ACP agent that does what its prompt says: a JSON list of steps, or @ and the path of a file with one. What comes of a step it says, as one line of JSON.
import { readFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { agent, methods, ndJsonStream, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { AGENT_LOADS, AGENT_FAILS, AGENT_STDIO_MCP, AGENT_STUBBORN } = process.env;
if (AGENT_FAILS === "start") {
  process.stderr.write("no licence found\n");
  process.exit(3);
}
if (AGENT_STUBBORN) for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);

/** @type {import("@agentclientprotocol/sdk").McpServer[]} */
let mcpServers = [];
/** @type {Client | undefined} */
let mcp;
let cancelled = new AbortController();
/** @type {Map<string, AbortController>} */
const asking = new Map();
let sessions = 0;

async function connectMcp() {
  if (mcp) return mcp;
  const [server] = mcpServers;
  if (!server) throw new Error("no MCP server was given");
  const client = new Client({ name: "scripted", version: "1" });
  if ("url" in server)
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), {
        requestInit: { headers: Object.fromEntries(server.headers.map(({ name, value }) => [name, value])) },
      }),
    );
  else
    await client.connect(
      new StdioClientTransport({
        command: server.command,
        args: server.args,
        env: Object.fromEntries(server.env.map(({ name, value }) => [name, value])),
      }),
    );
  mcp = client;
  return client;
}

/**
 * @param {any} step
 * @param {import("@agentclientprotocol/sdk").AgentContext} client
 * @param {string} sessionId
 */
async function run(step, client, sessionId) {
  /** @param {any} update */
  const update = (update) => client.notify(methods.client.session.update, { sessionId, update });
  /** @param {unknown} value */
  const say = (value) =>
    update({
      sessionUpdate: "agent_message_chunk",
      messageId: crypto.randomUUID(),
      content: { type: "text", text: typeof value === "string" ? value : JSON.stringify(value) },
    });
  if (step.say !== undefined) await say(step.say);
  if (step.chunks)
    for (const text of step.chunks) {
      await update({
        sessionUpdate: "agent_message_chunk",
        messageId: "chunked",
        content: { type: "text", text },
      });
      await sleep(step.every ?? 0);
    }
  if (step.think)
    await update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: step.think } });
  if (step.update) await update(step.update);
  if (step.wait) await sleep(step.wait);
  if (step.stderr) process.stderr.write(step.stderr);
  if (step.permission) {
    const { options = defaultOptions, ...toolCall } = step.permission;
    const gone = new AbortController();
    asking.set(toolCall.toolCallId, gone);
    const answer = client
      .request(
        methods.client.session.requestPermission,
        { sessionId, toolCall, options },
        { cancellationSignal: gone.signal },
      )
      .then(
        (/** @type {any} */ { outcome }) => say({ permission: toolCall.toolCallId, ...outcome }),
        (/** @type {any} */ error) => say({ permission: toolCall.toolCallId, error: error.message }),
      );
    if (!step.background) await answer;
  }
  if (step.rounds) await race(step.rounds, client, sessionId);
  if (step.timed) await say({ timed: await timed(step.timed, client, sessionId) });
  if (step.withdraw) asking.get(step.withdraw)?.abort();
  if (step.ask) {
    const client = await connectMcp();
    const result = await client
      .callTool({ name: "ask_user_question_kandev", arguments: step.ask }, undefined, {
        timeout: step.patience ?? 60_000,
      })
      .catch((error) => ({ failed: error.message }));
    await say({ asked: "structuredContent" in result ? result.structuredContent : result });
  }
  if (step.environment) await say({ environment: Object.keys(process.env).sort(), cwd: process.cwd() });
  if (step.spawn) {
    const { spawn } = await import("node:child_process");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    await say({ spawned: child.pid });
  }
  if (step.pid) await say({ pid: process.pid });
  if (step.exit !== undefined) process.exit(step.exit);
  if (step.fail) throw new RequestError(-32_603, step.fail);
  if (step.hang)
    await new Promise((resolve) => cancelled.signal.addEventListener("abort", () => resolve(undefined)));
}

/**
 * Asks for permissions one after the other; returns when each response was there, on the machine's clock.
 * @param {{ count: number, prefix: string }} rounds
 * @param {import("@agentclientprotocol/sdk").AgentContext} client
 * @param {string} sessionId
 */
async function timed({ count, prefix }, client, sessionId) {
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const toolCallId = `${prefix}-${index}`;
    await client.request(methods.client.session.requestPermission, {
      sessionId,
      toolCall: { toolCallId, title: "Run it", kind: "execute", rawInput: { command: "make" } },
      options: defaultOptions,
    });
    times.push([toolCallId, performance.timeOrigin + performance.now()]);
  }
  return times;
}

/**
 * Asks for many permissions at once. Withdraws each, or asks again in its place, at the moment at which the test says so on
 * the line to `port` (see side-line.ts), and says there what came of it.
 * @param {{ count: number, prefix: string, port: number, rival?: "withdraw" | "replace" }} rounds
 * @param {import("@agentclientprotocol/sdk").AgentContext} client
 * @param {string} sessionId
 */
async function race({ count, prefix, port, rival }, client, sessionId) {
  const line = createConnection({ port, host: "127.0.0.1", noDelay: true });
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  createInterface(line).on("line", (id) => waiting.get(id)?.());
  /** @param {string} toolCallId @param {string} title @param {AbortSignal} [cancellationSignal] */
  const ask = async (toolCallId, title, cancellationSignal) => {
    try {
      const { outcome } = await client.request(
        methods.client.session.requestPermission,
        { sessionId, toolCall: { toolCallId, title, kind: "execute" }, options: defaultOptions },
        cancellationSignal ? { cancellationSignal } : {},
      );
      return "optionId" in outcome ? outcome.optionId : outcome.outcome;
    } catch {
      return "withdrawn";
    }
  };
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const id = `${prefix}-${index}`;
      const gone = new AbortController();
      const told = new Promise((resolve) => waiting.set(id, () => resolve(undefined)));
      const asked = [ask(id, "first", gone.signal)];
      if (rival !== undefined) {
        await told;
        if (rival === "withdraw") gone.abort();
        else asked.push(ask(id, "second"));
      }
      line.write(`${JSON.stringify({ id, outcomes: await Promise.all(asked) })}\n`);
    }),
  );
  line.end();
}

/** @type {import("@agentclientprotocol/sdk").PermissionOption[]} */
const defaultOptions = [
  { optionId: "allow-once", name: "Allow once", kind: "allow_once" },
  { optionId: "allow-always", name: "Always allow", kind: "allow_always" },
  { optionId: "reject-once", name: "Deny", kind: "reject_once" },
];

const app = agent({ name: "scripted" })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: "scripted", version: "1" },
    agentCapabilities: {
      loadSession: AGENT_LOADS !== undefined,
      mcpCapabilities: { http: !AGENT_STDIO_MCP },
    },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    if (AGENT_FAILS === "auth") throw RequestError.authRequired();
    mcpServers = params.mcpServers;
    sessions += 1;
    return { sessionId: `scripted-${process.pid}-${sessions}` };
  })
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    mcpServers = params.mcpServers;
    await client.notify(methods.client.session.update, {
      sessionId: params.sessionId,
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "said long ago" } },
    });
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    cancelled = new AbortController();
    const [block] = params.prompt;
    const text = block?.type === "text" ? block.text : "";
    const script = text.startsWith("@") ? await readFile(text.slice(1), "utf8") : text;
    const steps = script.startsWith("[") ? JSON.parse(script) : [{ say: { prompt: text } }];
    for (const step of steps) {
      if (cancelled.signal.aborted) return { stopReason: "cancelled" };
      await run(step, client, params.sessionId);
    }
    return { stopReason: cancelled.signal.aborted ? "cancelled" : "end_turn" };
  })
  .onNotification(methods.agent.session.cancel, () => {
    if (!AGENT_STUBBORN) cancelled.abort();
  });

const connection = app.connect(
  ndJsonStream(Writable.toWeb(process.stdout), /** @type {any} */ (Readable.toWeb(process.stdin))),
);
await connection.closed;
if (!AGENT_STUBBORN) process.exit(0);
setInterval(() => undefined, 1000);
