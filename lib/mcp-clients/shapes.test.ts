import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readClientText } from "@/lib/testing/client-texts";
import { insertUser } from "@/lib/testing/factories";
import { type AgentKey, makeAgentKey } from "@/lib/testing/http";
import { connectMcp } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";
import { MCP_CLIENTS, type McpTarget, RUN_HEADER } from "./shapes";

let product: Product;
let open: TestServer;
let user: { readonly token: string };
let key: AgentKey;

beforeAll(async () => {
  product = await startProduct({ KANDEV_AUTH: "enabled" });
  open = await product.start({});
  user = await insertUser(product.db);
  key = await makeAgentKey(product.server, { token: user.token });
});
afterAll(() => product.stop());

/** Connects the official client with what another client would read from its configuration. */
async function toolsSeen({ url, headers }: ReturnType<typeof readClientText>): Promise<string[]> {
  const { origin, pathname } = new URL(url);
  const mcp = await connectMcp({ url: origin }, undefined, pathname, { headers });
  const { tools } = await mcp.client.listTools();
  await mcp.close();
  return tools.map(({ name }) => name);
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe.each(MCP_CLIENTS)("what $id reads from its text", ({ id, write }) => {
  test("connects with a token, on a server with accounts", async () => {
    const target: McpTarget = {
      url: `${product.server.url}/mcp`,
      headers: bearer(user.token),
      patient: false,
    };
    const configured = readClientText(id, write(target));
    expect(configured).toMatchObject({ url: target.url, headers: target.headers });
    expect(await toolsSeen(configured)).toContain("answer_question_kandev");
  });

  test("connects without one, on a server without accounts", async () => {
    const configured = readClientText(id, write({ url: `${open.url}/mcp`, headers: {}, patient: false }));
    expect(configured.headers).toEqual({});
    expect(await toolsSeen(configured)).toContain("answer_question_kandev");
  });

  test("connects with an agent key, and names the run where the client can", async () => {
    const target: McpTarget = {
      url: `${product.server.url}/mcp/session`,
      headers: bearer(key.token),
      patient: true,
      runVariable: "KANDEV_RUN",
    };
    const named = readClientText(id, write(target), { KANDEV_RUN: "fix login" });
    const tells = ["claudeFile", "codex", "openCode"].includes(id);
    expect(named.headers[RUN_HEADER]).toBe(tells ? "fix login" : undefined);
    const unnamed = readClientText(id, write(target));
    expect(unnamed.headers[RUN_HEADER] ?? "").toBe(id === "claudeFile" ? "claude-code" : "");
    for (const configured of [named, unnamed])
      expect(await toolsSeen(configured)).toContain("ask_user_question_kandev");
  });
});
