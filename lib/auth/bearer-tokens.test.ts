import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newToken } from "@/lib/ids";
import { signedInBrowser } from "@/lib/testing/browser-session";
import { insertUser } from "@/lib/testing/factories";
import { type AgentKey, makeAgentKey, openSession, type OpenSession, send } from "@/lib/testing/http";
import { connectMcp, postMcp } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";

let product: Product;
let open: TestServer;
let user: { id: string; token: string };
let session: OpenSession;
let key: AgentKey;

beforeAll(async () => {
  product = await startProduct({ KANDEV_AUTH: "enabled" });
  open = await product.start({});
  user = await insertUser(product.db);
  session = await openSession(product.server, { token: user.token });
  key = await makeAgentKey(product.server, { token: user.token });
});
afterAll(() => product.stop());

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

/** Everything that is not /mcp/session. */
const doors = [
  ["GET", "/api/v1/tasks"],
  ["POST", "/api/v1/tasks"],
  ["GET", "/api/v1/events"],
  ["GET", "/api/v1/clarification/any/wait"],
  ["POST", "/api/v1/clarification/any/respond"],
  ["POST", "/mcp"],
  ["GET", "/mcp"],
  ["DELETE", "/mcp"],
] as const;
const pages = ["/", "/tasks/any", "/inbox", "/settings/tokens", "/mcp/session/more"];

const knock = (server: TestServer, [method, path]: readonly [string, string], authorization?: string) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  if (method === "POST" && path.startsWith("/mcp")) return postMcp(server, ping, { path, headers });
  return send(server, method, path, { ...(method === "POST" && { body: {} }), headers });
};

const expectRefused = async (reply: ReturnType<typeof knock>, challenge = "Bearer") => {
  const { status, headers, json } = await reply;
  expect({ status, challenge: headers.get("www-authenticate"), json }).toEqual({
    status: 401,
    challenge,
    json: { error: expect.any(String) as string, code: "unauthenticated" },
  });
};

describe("an agent's token opens its own endpoint and nothing else", () => {
  test.each(doors)("%s %s is 401 with and without accounts", async (...door) => {
    for (const server of [product.server, open])
      for (const authorization of [
        `Bearer ${session.token}`,
        `bearer   ${session.token}`,
        `Bearer\t${session.token}`,
        session.token,
        `Bearer ${newToken("kandev_session").token}`,
        `Bearer ${key.token}`,
        `bearer   ${key.token}`,
        key.token,
        `Bearer ${newToken("kandev_agent").token}`,
        "Bearer kandev_agent_damaged",
      ])
        await expectRefused(knock(server, door, authorization));
  });

  test.each(pages)("a page is 401 as well: %s", async (path) => {
    for (const server of [product.server, open])
      for (const token of [session.token, key.token])
        await expectRefused(knock(server, ["GET", path], `Bearer ${token}`));
  });

  test("its own endpoint lets it in, with and without accounts, and names the agent connected", async () => {
    for (const server of [product.server, open]) {
      const reply = await postMcp(server, ping, { path: "/mcp/session", token: session.token });
      expect([reply.status, reply.json]).toEqual([200, { jsonrpc: "2.0", id: 1, result: {} }]);
    }
    const [row] = await product.db.execute(
      sql`SELECT connected_at, state FROM task_sessions WHERE id = ${session.sessionId}`,
    );
    expect(row).toMatchObject({ connected_at: expect.any(String) as string, state: "running" });
  });

  test("an agent key is let in there as well, with and without accounts", async () => {
    for (const server of [product.server, open]) {
      const reply = await postMcp(server, ping, { path: "/mcp/session", token: key.token });
      expect([reply.status, reply.json]).toEqual([200, { jsonrpc: "2.0", id: 1, result: {} }]);
    }
  });
});

describe("/mcp/session wants a session token or an agent key", () => {
  test.each([
    ["nothing", undefined],
    ["a personal access token", "pat"],
    ["an unknown session token", `Bearer ${newToken("kandev_session").token}`],
    ["an unknown agent key", `Bearer ${newToken("kandev_agent").token}`],
    ["a damaged token", "Bearer kandev_session_short"],
    ["another scheme", "Basic a2FuZGV2OmthbmRldg=="],
    ["a long one", `Bearer ${"x".repeat(8000)}`],
  ])("%s is 401", async (_what, authorization) => {
    const header = authorization === "pat" ? `Bearer ${user.token}` : authorization;
    for (const server of [product.server, open])
      for (const method of ["POST", "GET", "DELETE"])
        await expectRefused(knock(server, [method, "/mcp/session"], header));
  });
});

describe("with accounts", () => {
  test.each(doors)("%s %s wants a personal access token that is good", async (...door) => {
    const spoil = async (column: string, value: string) => {
      const spoilt = await insertUser(product.db);
      const [table, field = ""] = column.split(".");
      await product.sql`
        UPDATE ${product.sql(table ?? "")} SET ${product.sql(field)} = ${value}
        WHERE ${product.sql(table === "users" ? "id" : "user_id")} = ${spoilt.id}`;
      return spoilt.token;
    };
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const bad = [
      await spoil("personal_access_tokens.expires_at", yesterday),
      await spoil("personal_access_tokens.revoked_at", yesterday),
      await spoil("users.disabled_at", yesterday),
      newToken("kandev_pat").token,
      `${user.token}x`,
    ];
    // RFC 9728: an MCP client is told where to read how to get in.
    const metadata = `${product.server.url}/.well-known/oauth-protected-resource/mcp`;
    const challenge = door[1] === "/mcp" ? `Bearer resource_metadata="${metadata}"` : "Bearer";
    await expectRefused(knock(product.server, door), challenge);
    for (const token of bad) await expectRefused(knock(product.server, door, `Bearer ${token}`), challenge);
  });

  test("RFC 9728: the metadata of /mcp says that a token goes into the header and where it comes from", async () => {
    const path = "/.well-known/oauth-protected-resource";
    const origin = product.server.url;
    for (const where of [path, `${path}/mcp`])
      expect((await send(product.server, "GET", where)).json).toEqual({
        resource: `${origin}/mcp`,
        resource_name: "Kandev",
        bearer_methods_supported: ["header"],
        resource_documentation: `${origin}/settings/tokens`,
      });
    expect((await send(product.server, "GET", `${path}/other`)).status).toBe(404);
    expect((await send(open, "GET", path)).status).toBe(404); // nothing is protected there
  });

  test("a browser that is signed in opens REST and /mcp, and no agent's endpoint; a header decides before its cookie", async () => {
    const { cookie } = await signedInBrowser(product.db, product.server, user.id);
    expect((await send(product.server, "GET", "/api/v1/tasks", { headers: { cookie } })).status).toBe(200);
    expect((await postMcp(product.server, ping, { headers: { cookie } })).status).toBe(200);
    await expectRefused(postMcp(product.server, ping, { path: "/mcp/session", headers: { cookie } }));
    const bad = { cookie, authorization: `Bearer ${newToken("kandev_pat").token}` };
    await expectRefused(send(product.server, "GET", "/api/v1/tasks", { headers: bad }));
  });

  test("a good one opens REST and /mcp, and a caller without accounts needs none", async () => {
    expect((await send(product.server, "GET", "/api/v1/tasks", { token: user.token })).status).toBe(200);
    const mcp = await connectMcp(product.server, user.token);
    expect((await mcp.call("list_pending_questions_kandev")).isError).toBe(false);
    await mcp.close();
    expect((await send(open, "GET", "/api/v1/tasks")).status).toBe(200);
    expect((await send(product.server, "GET", "/api/health")).text).toBe('{"status":"ok"}');
  });

  test("an agent's session acts on its own session only, whoever owns it", async () => {
    const other = await openSession(product.server, { token: user.token });
    const mcp = await connectMcp(product.server, session.token);
    const asked = await send(product.server, "POST", "/api/v1/clarification/request", {
      token: user.token,
      body: {
        session_id: other.sessionId,
        questions: [
          {
            prompt: "Theirs?",
            options: [
              { label: "A", description: "" },
              { label: "B", description: "" },
            ],
          },
        ],
      },
    });
    const { pending_id } = asked.json as { pending_id: string };
    const foreign = await mcp.call("check_question_kandev", { pending_id });
    const fabricated = await mcp.call("check_question_kandev", { pending_id: "made-up" });
    await mcp.close();
    expect(foreign).toEqual(fabricated);
    expect(foreign.text).toBe("not_found: clarification request not found");
  });
});
