import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import Negotiator from "negotiator";
import send from "send";

/** @typedef {import("node:http").IncomingMessage} Request */
/** @typedef {import("node:http").ServerResponse} Response */

const PREFIX = "/_next/static/";
/** @type {Readonly<Record<string, string>>} */
const TYPES = { ".js": "application/javascript; charset=UTF-8", ".css": "text/css; charset=UTF-8" };
/** @type {Readonly<Record<string, string>>} */
const EXTENSIONS = { br: ".br", gzip: ".gz" };
const ENCODINGS = Object.keys(EXTENSIONS);

/**
 * Writes a build's scripts and styles once more, compressed as far as it goes: done for every request, that would be too slow.
 * @param {string} dist the folder of the build
 */
export async function compressStatic(dist) {
  const folder = join(dist, "static");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => extname(file) in TYPES,
  );
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const content = await readFile(path);
      await writeFile(path + EXTENSIONS.br, await promisify(brotliCompress)(content));
      await writeFile(path + EXTENSIONS.gzip, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/**
 * Serves what {@link compressStatic} wrote to those who take it, and leaves everything else to `next`. The names carry a
 * digest of the content, so they are kept for good.
 * @param {string} dist
 * @param {(request: Request, response: Response) => void} next
 */
export function serveCompressed(dist, next) {
  const options = { root: join(dist, "static"), index: false, immutable: true, maxAge: "1y" };
  /** @param {Request} request @param {Response} response */
  return (request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    const type = TYPES[extname(path)];
    const reads = request.method === "GET" || request.method === "HEAD";
    if (!path.startsWith(PREFIX) || type === undefined || !reads) return next(request, response);
    const taken = new Negotiator(request).encodings(ENCODINGS);
    const encoding = ENCODINGS.find((ours) => taken.includes(ours));
    if (encoding === undefined) return next(request, response);
    send(request, path.slice(PREFIX.length) + EXTENSIONS[encoding], options)
      .on("headers", () => {
        response.setHeader("Content-Type", type);
        response.setHeader("Content-Encoding", encoding);
        response.setHeader("Vary", "Accept-Encoding");
      })
      .on("error", (/** @type {{ status: number }} */ { status }) => {
        if (status === 404) return next(request, response); // which knows what to say
        if (response.headersSent) return response.destroy(); // it broke off in the middle
        response.removeHeader("Content-Encoding");
        response.writeHead(status).end(); // a range that the file does not have, a path that is none
      })
      .pipe(response);
  };
}
