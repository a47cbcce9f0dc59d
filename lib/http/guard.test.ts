import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct } from "@/lib/testing/product";
import { rawRequest, sendRaw } from "@/lib/testing/raw-http";
import type { TestServer } from "@/lib/testing/server";

let product: Product;
let published: TestServer;

beforeAll(async () => {
  product = await startProduct();
  published = await product.start({ KANDEV_PUBLIC_URL: "https://kandev.example:8443/base" });
});
afterAll(() => product.stop());

/** One of each kind: REST, an event stream's route, both MCP endpoints, a page, a file, nothing at all. */
const PATHS = [
  "/api/v1/tasks",
  "/api/v1/events?session_id=x",
  "/mcp",
  "/mcp/session",
  "/",
  "/favicon.ico",
  "/nothing",
];

const get = async (server: TestServer, path: string, headers: Record<string, string>) =>
  (await sendRaw(server, rawRequest(server, `GET ${path}`, headers))).status;
const statuses = async (server: TestServer, headers: Record<string, string>) => {
  const found: number[] = [];
  for (const path of PATHS) found.push(await get(server, path, headers));
  return found;
};
const all403 = PATHS.map(() => 403);

describe("Host", () => {
  test.each([
    "evil.example",
    "evil.example:3000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "localhost:port",
    "localhost:99999",
    "evil@localhost",
    "localhost/evil",
    "localhost?evil",
    "localhost, evil.example",
    "http://localhost",
    "%6c%6fcalhost",
    "0.0.0.0",
    "",
  ])("a foreign one is 403 everywhere: %s", async (host) => {
    expect(await statuses(product.server, { Host: host })).toEqual(all403);
  });

  test.each(["localhost", "LOCALHOST:80", "127.0.0.1:1", "127.9.9.9", "[::1]", "[::1]:3000"])(
    "a name of this machine is served, whatever the port: %s",
    async (host) => {
      expect(await get(product.server, "/api/v1/tasks", { Host: host })).toBe(200);
    },
  );

  test("KANDEV_PUBLIC_URL adds its own and no other", async () => {
    for (const host of ["kandev.example:8443", "kandev.example", "KANDEV.example:8443", "localhost"])
      expect(await get(published, "/api/v1/tasks", { Host: host })).toBe(200);
    for (const host of ["other.example", "sub.kandev.example", "kandev.example.evil.example"])
      expect(await statuses(published, { Host: host })).toEqual(all403);
  });

  test("a request without one is refused", async () => {
    const none = await sendRaw(product.server, "GET /api/v1/tasks HTTP/1.1\r\nConnection: close\r\n\r\n");
    const old = await sendRaw(product.server, "GET /api/v1/tasks HTTP/1.0\r\n\r\n");
    expect([none.status, old.status]).toEqual([400, 403]);
  });

  test("the refusal is JSON with the code forbidden", async () => {
    const reply = await sendRaw(
      product.server,
      rawRequest(product.server, "GET /mcp", { Host: "evil.example" }),
    );
    expect(JSON.parse(reply.body)).toEqual({ error: expect.any(String) as string, code: "forbidden" });
    expect(reply.head).toMatch(/content-type: application\/json/i);
  });
});

describe("Origin", () => {
  test.each([
    "http://evil.example",
    "null",
    "",
    "http://localhost:{port}", // another name of the same machine is another origin
    "http://127.0.0.1:{other}",
    "http://127.0.0.1",
    "http://127.0.0.1:{port}.evil.example",
    "http://evil@127.0.0.1:{port}",
    "ftp://127.0.0.1:{port}",
    "file://",
    "chrome-extension://abcdef",
  ])("a foreign one is 403 everywhere: %s", async (pattern) => {
    const { port } = product.server;
    const origin = pattern.replace("{port}", String(port)).replace("{other}", String(port - 1));
    expect(await statuses(product.server, { Origin: origin })).toEqual(all403);
  });

  test("the Host's own, with its port, is served", async () => {
    const { port } = product.server;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, "localhost"])
      for (const scheme of ["http", "https"])
        // behind a proxy that ends TLS
        expect(
          await get(product.server, "/api/v1/tasks", { Host: host, Origin: `${scheme}://${host}` }),
        ).toBe(200);
  });

  test("KANDEV_PUBLIC_URL's is served under any Host that is, and its path and case do not matter", async () => {
    const origin = "https://kandev.example:8443";
    for (const Host of ["kandev.example:8443", `127.0.0.1:${published.port}`])
      expect(await get(published, "/api/v1/tasks", { Host, Origin: origin })).toBe(200);
    for (const Origin of [
      "https://kandev.example",
      "http://kandev.example:8443",
      "https://kandev.example:8444",
    ])
      expect(await get(published, "/api/v1/tasks", { Origin })).toBe(403);
    expect(await statuses(product.server, { Origin: origin })).toEqual(all403);
  });

  test("a foreign page cannot answer: not with a simple request, not with a preflight", async () => {
    for (const line of ["POST /api/v1/clarification/x/cancel", "OPTIONS /api/v1/clarification/x/respond"]) {
      const headers = { Origin: "http://evil.example", "Access-Control-Request-Method": "POST" };
      const reply = await sendRaw(product.server, rawRequest(product.server, line, headers));
      expect(reply.status).toBe(403);
      expect(reply.head).not.toMatch(/access-control-allow/i);
    }
  });
});

describe("what Next would answer with a 500 or without a body", () => {
  test.each([
    "/api/v1/tasks/%",
    "/api/v1/tasks/%ff",
    "/api/v1/tasks/%ED%A0%80",
    "/%E0%A4%A",
    "/tasks/%ff",
    "/tasks/%00",
  ])("a path that is no text that can be stored is 404 JSON: %s", async (path) => {
    const reply = await sendRaw(product.server, rawRequest(product.server, `GET ${path}`));
    expect([reply.status, reply.body]).toEqual([404, '{"error":"resource not found","code":"not_found"}']);
  });

  test.each(["*", "http://evil.example/api/v1/tasks"])(
    "a target that is no path is 404 JSON, never a redirect: %s",
    async (target) => {
      const reply = await sendRaw(product.server, rawRequest(product.server, `GET ${target}`));
      expect([reply.status, /^location:/im.test(reply.head)]).toEqual([404, false]);
    },
  );

  test.each([
    ["PUT", "/api/v1/tasks"],
    ["PATCH", "/api/v1/clarification/x/respond"],
    ["GET", "/api/v1/clarification/x/respond"],
    ["POST", "/api/v1/clarification/x"],
    ["DELETE", "/api/v1/sessions/x/end"],
    ["PUT", "/mcp"],
    ["GET", "/mcp"],
    ["TRACE", "/api/v1/tasks"],
    ["PROPFIND", "/api/v1/tasks"],
    ["TRACE", "/"],
  ])("a method that is not there is 405 JSON: %s %s", async (method, path) => {
    const reply = await sendRaw(product.server, rawRequest(product.server, `${method} ${path}`));
    expect(reply.status).toBe(405);
    expect(reply.body).toContain('"code":"method_not_allowed"');
    expect(reply.head).toMatch(/content-type: application\/json/i);
  });

  test.each(["/api/v1/events", "/api/v1/clarification/x/wait", "/mcp"])(
    "a HEAD of what a GET would keep open is 405: %s",
    async (path) => {
      const reply = await sendRaw(product.server, rawRequest(product.server, `HEAD ${path}`));
      expect([reply.status, reply.body]).toEqual([405, ""]);
    },
  );

  test.each(["/api", "/api/", "/api/v1", "/api/v1/nothing/at/all", "/api/v2/tasks"])(
    "what no route of the API serves is 404 JSON: %s",
    async (path) => {
      const reply = await sendRaw(product.server, rawRequest(product.server, `GET ${path}`));
      if (reply.status === 308) return expect(path.endsWith("/")).toBe(true);
      expect(reply.status).toBe(404);
      expect(reply.body).toContain('{"error":"resource not found","code":"not_found"}');
    },
  );

  test("an attempt to upgrade the connection ends it and hurts nobody", async () => {
    const upgrade = { Upgrade: "websocket", "Sec-WebSocket-Key": "eA==", "Sec-WebSocket-Version": "13" };
    const request = rawRequest(product.server, "GET /api/v1/events", upgrade).replace(
      "Connection: close",
      "Connection: Upgrade",
    );
    expect((await sendRaw(product.server, request)).status).not.toBe(101);
    expect(await get(product.server, "/api/health", {})).toBe(200);
  });
});
