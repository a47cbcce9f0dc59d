import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signedInBrowser } from "@/lib/testing/browser-session";
import { insertTask, insertUser } from "@/lib/testing/factories";
import { type Reply, send } from "@/lib/testing/http";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;
let headers: Record<string, string>;
let taskId: string;

beforeAll(async () => {
  product = await startProduct({ KANDEV_AUTH: "enabled" });
  const user = await insertUser(product.db);
  headers = { cookie: (await signedInBrowser(product.db, product.server, user.id)).cookie };
  taskId = await insertTask(product.db);
});
afterAll(() => product.stop());

const get = (path: string, more: Record<string, string> = {}) =>
  send(product.server, "GET", path, { headers: { ...headers, ...more } });

const policyOf = (reply: Reply) =>
  new Map(
    (reply.headers.get("content-security-policy") ?? "")
      .split(";")
      .map((directive) => directive.trim().split(" "))
      .map(([name = "", ...values]) => [name, values] as const),
  );

const nonceOf = (reply: Reply) =>
  /^'nonce-([\w+/]{22}==)'$/.exec(policyOf(reply).get("script-src")?.at(-1) ?? "")?.[1] ?? "";

const pages = () => ["/", "/new", `/tasks/${taskId}`, "/tasks/none", "/nowhere"];

describe("a page", () => {
  test("runs only the scripts that carry the nonce of this very answer", async () => {
    const nonces = new Set<string>();
    for (const path of pages()) {
      const reply = await get(path);
      const nonce = nonceOf(reply);
      expect({ path, policy: Object.fromEntries(policyOf(reply)) }).toEqual({
        path,
        policy: {
          "default-src": ["'self'"],
          "script-src": ["'self'", "'strict-dynamic'", `'nonce-${nonce}'`],
          "style-src": ["'self'", "'unsafe-inline'"],
          "img-src": ["'self'", "data:"],
          "connect-src": ["'self'"],
          "object-src": ["'none'"],
          "base-uri": ["'none'"],
          "form-action": ["'self'"],
          "frame-ancestors": ["'none'"],
        },
      });
      const scripts = [...reply.text.matchAll(/<script\b([^>]*)>/g)].map((match) => match[1]);
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(pages().length);
  });

  test("takes no policy, path or address from whoever asks for it", async () => {
    const forged = "script-src 'nonce-forged' 'unsafe-inline'";
    const reply = await get("/", {
      "content-security-policy": forged,
      "content-security-policy-report-only": forged,
      "x-nonce": "forged",
    });
    expect(nonceOf(reply)).not.toBe("");
    expect(reply.text).not.toContain("forged");
    const elsewhere = await send(product.server, "GET", "/new?x=1", {
      headers: { "x-kandev-path": "//evil.example", "x-forwarded-host": "evil.example" },
    });
    expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([
      307,
      "/sign-in?from=%2Fnew%3Fx%3D1",
    ]);
  });
});

test("data can be shown by no page, framed by nobody, and guessed to be nothing else", async () => {
  for (const path of ["/api/health", "/api/v1/tasks", "/api/v1/none", "/mcp", "/api/auth/csrf", ...pages()]) {
    const reply = await get(path);
    expect({ path, ...Object.fromEntries(reply.headers) }).toMatchObject({
      path,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'") as string,
    });
    expect(reply.headers.has("x-powered-by")).toBe(false);
    if (!pages().includes(path)) expect(policyOf(reply).get("default-src")).toEqual(["'none'"]);
  }
});

test("nothing is kept by a cache, since it is somebody's", async () => {
  for (const path of [...pages(), "/api/v1/tasks", "/api/auth/csrf", "/mcp"])
    expect((await get(path)).headers.get("cache-control")).toContain("no-store");
});

test("a refusal carries the same headers", async () => {
  const reply = await get("/", { origin: "https://evil.example" });
  expect([reply.status, reply.headers.get("x-content-type-options"), nonceOf(reply) === ""]).toEqual([
    403,
    "nosniff",
    false,
  ]);
});
