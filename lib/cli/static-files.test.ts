import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct } from "@/lib/testing/product";
import { rawRequest, sendRaw } from "@/lib/testing/raw-http";

let product: Product;
let script: string;
let style: string;

beforeAll(async () => {
  product = await startProduct();
  const page = await (await fetch(product.server.url)).text();
  script = /\/_next\/static\/[^"?]+\.js/.exec(page)?.[0] ?? "";
  style = /\/_next\/static\/[^"?]+\.css/.exec(page)?.[0] ?? "";
});
afterAll(() => product.stop());

/** As it comes over the wire: `fetch` would decompress it. */
async function load(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(product.server.url + path, { headers, agent: false }, resolve).once("error", reject);
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

describe("scripts and styles", () => {
  test.each([
    ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
    ["gzip", "gzip, deflate", gunzipSync],
    ["gzip", "br;q=0, gzip", gunzipSync],
  ])(
    "come as %s to who takes %s, whole, named as what they are, and for good",
    async (encoding, accept, open) => {
      for (const path of [script, style]) {
        const plain = await load(path);
        expect(plain.headers["content-encoding"]).toBeUndefined();
        const { status, headers, body } = await load(`${path}?v=1`, { "accept-encoding": accept });
        expect(status).toBe(200);
        expect(headers).toMatchObject({
          "content-encoding": encoding,
          "content-type": plain.headers["content-type"],
          "content-length": String(body.length),
          "cache-control": "public, max-age=31536000, immutable",
          "x-content-type-options": "nosniff",
        });
        expect(headers.vary).toContain("Accept-Encoding");
        expect(open(body).equals(plain.body)).toBe(true);
      }
    },
  );

  test("brotli is the smaller one", async () => {
    const size = async (accept: string) => (await load(script, { "accept-encoding": accept })).body.length;
    expect(await size("br")).toBeLessThan(await size("gzip"));
  });

  test("what the browser has is not sent again", async () => {
    const { headers } = await load(script, { "accept-encoding": "br" });
    const again = await load(script, { "accept-encoding": "br", "if-none-match": headers.etag ?? "" });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });
});

describe("what asks for something else", () => {
  test.each([
    "/_next/static/../server/app/page.js",
    "/_next/static/%2e%2e/server/app/page.js",
    "/_next/static/..%2fserver/middleware-manifest.js",
    "/_next/static/chunks/..%5c..%5cserver.js",
    "/_next/static/chunks/none.js",
    "/_next/static/%00.js",
    "/_next/static//etc/passwd.js",
  ])("gets no file from %s", async (path) => {
    const line = rawRequest(product.server, `GET ${path}`, { "Accept-Encoding": "br" });
    const { status } = await sendRaw(product.server, line);
    expect([308, 400, 403, 404]).toContain(status);
  });

  test.each(["bytes=5-2", "bytes=x", "bytes=-0", "bytes=99999999-", "bytes=0-0,5-9"])(
    "a range that makes no sense is answered, and the server lives: %s",
    async (range) => {
      const reply = await load(script, { "accept-encoding": "br", range });
      expect([200, 206, 416]).toContain(reply.status);
      expect((await load(script)).status).toBe(200);
    },
  );

  test("no other method gets a file", async () => {
    for (const method of ["POST", "DELETE", "OPTIONS"]) {
      const line = rawRequest(product.server, `${method} ${script}`, { "Accept-Encoding": "br" });
      const { head, body } = await sendRaw(product.server, line);
      expect(head).not.toMatch(/content-encoding/i);
      expect(body.length).toBeLessThan(500);
    }
  });
});
