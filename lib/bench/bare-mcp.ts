import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";

/**
 * The floor of the MCP benchmark: the same SDK on bare node:http, stateless as the product is, listing the same tools (from the
 * environment) and answering a call with a constant. No callers, checks or database. Prints its port.
 */
const tools = JSON.parse(process.env.BARE_TOOLS ?? "[]") as Tool[];
const result = { agent_profiles: [], total: 0 };

const http = createServer((request, response) => {
  const server = new Server({ name: "bare", version: "0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, () => ({
    content: [{ type: "text", text: JSON.stringify(result) }],
    structuredContent: result,
  }));
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on("close", () => void transport.close());
  server
    .connect(transport as Parameters<typeof server.connect>[0])
    .then(() => transport.handleRequest(request, response))
    .catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
});
http.listen(0, "127.0.0.1", () => {
  const address = http.address();
  console.log(`listening ${typeof address === "object" && address !== null ? address.port : ""}`);
});
