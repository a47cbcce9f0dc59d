// Carries our MCP endpoint to an agent that only starts MCP servers as programs: every message as it is, both ways.
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { KANDEV_MCP_URL: url = "", KANDEV_MCP_TOKEN: token = "" } = process.env;
const agent = new StdioServerTransport();
const server = new StreamableHTTPClientTransport(new URL(url), {
  requestInit: { headers: { Authorization: `Bearer ${token}` } },
});
const end = () => process.exit(0);

/** @param {import("@modelcontextprotocol/sdk/types.js").JSONRPCMessage} message */
agent.onmessage = (message) =>
  server.send(message).catch((error) => {
    if ("id" in message && "method" in message)
      void agent.send({
        jsonrpc: "2.0",
        id: message.id,
        error: { code: -32_603, message: `Kandev cannot be reached: ${error.message}` },
      });
  });
/** @param {import("@modelcontextprotocol/sdk/types.js").JSONRPCMessage} message */
server.onmessage = (message) => void agent.send(message);
agent.onclose = end;
process.stdin.on("end", end);
await server.start();
await agent.start();
