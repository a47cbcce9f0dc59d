import { connect } from "node:net";
import type { TestServer } from "./server";

export interface RawReply {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * Sends bytes that no HTTP client would send, on a connection of their own. Ask for `Connection: close`, or the answer
 * ends with the server's patience.
 */
export function sendRaw(server: Pick<TestServer, "port">, bytes: string | Uint8Array): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.setTimeout(20_000, () => socket.destroy(new Error("no answer in 20 s")));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("error", reject);
    socket.once("close", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const [head = "", ...body] = text.split("\r\n\r\n");
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
        head,
        body: body.join("\r\n\r\n"),
      });
    });
    socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  });
}

/** A request without a body, as bytes. `Host` is the server's own unless named. */
export const rawRequest = (
  server: Pick<TestServer, "port">,
  line: string,
  headers: Readonly<Record<string, string>> = {},
): string =>
  `${line} HTTP/1.1\r\n${Object.entries({ Host: `127.0.0.1:${server.port}`, ...headers, Connection: "close" })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
