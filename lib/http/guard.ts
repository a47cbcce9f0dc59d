import type { IncomingMessage, ServerResponse } from "node:http";
import { type Env, isLoopback } from "@/lib/env";
import type { ErrorCode } from "@/lib/errors";
import { HTTP_STATUS } from "./status";

/** A name or an address and perhaps a port: nothing that a URL would read as user, path or query. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** The host name in a Host header, without its port; '' when it is none. */
const hostName = (host: string): string =>
  HOST.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";

/** The methods that Next serves; it fails on others. */
const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

/**
 * What every request passes before Next sees it: the Host must be this server's (DNS rebinding), an Origin must be that
 * same Host with its port or KANDEV_PUBLIC_URL, and what Next answers with a 500 or an empty body is answered here.
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
    [publicUrl?.origin, `http://${host}`, `https://${host}`].some(
      (known) => known?.toLowerCase() === origin.toLowerCase(),
    );
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
    if (!isPath(request.url ?? "")) return refuse(response, "not_found", "resource not found");
    if (!METHODS.test(request.method ?? "")) return refuse(response, "method_not_allowed", NOT_ALLOWED);
    explainNotAllowed(response);
    return true;
  };
}

/** True for a decodable path of this server; a request may also name a whole address, or `*`. */
function isPath(target: string): boolean {
  try {
    return decodeURIComponent(target.split("?")[0] ?? "").startsWith("/");
  } catch {
    return false;
  }
}

const NOT_ALLOWED = "this resource does not have that method";

/** Next answers a method that a route handler lacks with an empty 405. */
function explainNotAllowed(response: ServerResponse): void {
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = (...args: unknown[]) => {
    response.end = end;
    if (response.statusCode !== 405 || response.headersSent || response.hasHeader("content-type"))
      return end(...args);
    refuse(response, "method_not_allowed", NOT_ALLOWED);
    return response;
  };
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
