// Carries our MCP endpoint to an agent that only starts MCP servers as programs: every message as it is, both ways. Each
// request gets a response: an error where the server cannot be reached, refuses it, or goes away before it has answered.
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** @typedef {import("@modelcontextprotocol/sdk/types.js").JSONRPCMessage} Message */
/** @typedef {string | number} Id */

const { KANDEV_MCP_URL: url = "", KANDEV_MCP_TOKEN: token = "" } = process.env;
if (!URL.canParse(url) || token === "") {
  process.stderr.write("KANDEV_MCP_URL and KANDEV_MCP_TOKEN must say where Kandev is and who asks.\n");
  process.exit(2);
}

const agent = new StdioServerTransport();
/** The agent's requests that have no response yet. @type {Map<Id, StreamableHTTPClientTransport>} */
const open = new Map();
/** What the server said at `initialize`, and wants to hear with every request after it. */
/** @type {string | undefined} */
let sessionId;
/** @type {string | undefined} */
let protocolVersion;

/**
 * Sends a message of the agent's over a connection of its own, so that a stream that breaks off is known to be this request's.
 * @param {Message} message
 */
async function carry(message) {
  const server = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    ...(sessionId !== undefined && { sessionId }),
  });
  if (protocolVersion !== undefined) server.setProtocolVersion(protocolVersion);
  const id = "method" in message && "id" in message ? message.id : undefined;
  if (id !== undefined) open.set(id, server);
  server.onmessage = (answer) => {
    if (id !== undefined && "id" in answer && answer.id === id && !("method" in answer)) {
      if (!open.delete(id)) return;
      if ("result" in answer) noteSession(message, answer.result, server.sessionId);
    }
    void agent.send(answer);
  };
  server.onerror = (error) => {
    if (id !== undefined && open.delete(id))
      void agent.send({ jsonrpc: "2.0", id, error: { code: -32_603, message: describe(error) } });
  };
  await server.start();
  await server.send(message).catch(() => undefined); // onerror has it
}

/** @param {Message} message @param {Record<string, unknown>} result @param {string | undefined} id */
function noteSession(message, result, id) {
  if (!("method" in message) || message.method !== "initialize") return;
  sessionId = id;
  if (typeof result.protocolVersion === "string") protocolVersion = result.protocolVersion;
}

/** A request that the agent takes back gets no response; the server learns of it twice. @param {Message} message */
function takeBack(message) {
  if (!("method" in message) || message.method !== "notifications/cancelled") return;
  const id = /** @type {{ requestId?: Id } | undefined} */ (message.params)?.requestId ?? "";
  const server = open.get(id);
  open.delete(id);
  void server?.close();
}

/** @param {Error} error */
function describe(error) {
  if (error instanceof StreamableHTTPError)
    return `Kandev refused this (${error.code}): ${error.message.replace(/^.*?Error POSTing to endpoint: /, "")}`;
  const { cause } = /** @type {{ cause?: { message?: string, code?: string } }} */ (error);
  if (error.message === "fetch failed")
    return `Kandev cannot be reached at ${url}: ${cause?.message || cause?.code || "no connection"}`;
  return `The connection to Kandev broke off before it answered (${error.message}). A question that was asked is still open: ask the same again.`;
}

const end = () => process.exit(0);
/** @param {Message} message */
agent.onmessage = (message) => {
  void carry(message).finally(() => takeBack(message));
};
/** @param {Error} error */
agent.onerror = (error) => process.stderr.write(`This is not a message of MCP: ${error.message}\n`);
agent.onclose = end;
process.stdin.on("end", end);
process.stdout.on("error", end);
await agent.start();
