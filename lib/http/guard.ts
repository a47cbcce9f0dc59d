import type { IncomingMessage, ServerResponse } from "node:http";
import { type Env, isLoopback } from "@/lib/env";
import type { ErrorCode } from "@/lib/errors";
import { HTTP_STATUS } from "./status";

/** The host name in a Host header or an origin, without its port. */
const hostName = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";

/**
 * What every request passes before Next sees it: the Host must be this server's (DNS rebinding), an Origin must be that
 * same Host with its port or KANDEV_PUBLIC_URL, and the path must be decodable, which Next answers with a 500.
 */
export function guard(env: Pick<Env, "HOST" | "KANDEV_PUBLIC_URL">) {
  const publicUrl = env.KANDEV_PUBLIC_URL === undefined ? undefined : new URL(env.KANDEV_PUBLIC_URL);
  const own = hostName(env.HOST);
  const knownHost = (host: string): boolean => {
    const name = hostName(host);
    return (
      name !== "" &&
      (isLoopback(name) ||
        name === own ||
        host.toLowerCase() === publicUrl?.host ||
        name === publicUrl?.hostname)
    );
  };
  const knownOrigin = (origin: string, host: string): boolean =>
    origin === publicUrl?.origin ||
    (URL.canParse(origin) && new URL(origin).host === host.toLowerCase() && origin !== "null");
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const host = request.headers.host ?? "";
    const { origin } = request.headers;
    if (!knownHost(host))
      return refuse(
        response,
        "forbidden",
        "this Host is not served here; set KANDEV_PUBLIC_URL to the address people use",
      );
    if (origin !== undefined && !knownOrigin(origin, host))
      return refuse(
        response,
        "forbidden",
        "requests from another origin are refused; set KANDEV_PUBLIC_URL to the address people use",
      );
    if (!isDecodable(request.url ?? "")) return refuse(response, "not_found", "resource not found");
    return true;
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

function refuse(response: ServerResponse, code: ErrorCode, message: string): false {
  const body = JSON.stringify({ error: message, code });
  response.writeHead(HTTP_STATUS[code], {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
  return false;
}
