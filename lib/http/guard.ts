import type { IncomingMessage, ServerResponse } from "node:http";
import { AGENT_TOKEN_REFUSED, carriesAgentToken } from "@/lib/auth/agent-token";
import { withoutTrouble } from "@/lib/auth/cookie-names";
import { type Env, isLoopback } from "@/lib/env";
import type { ErrorCode } from "@/lib/errors";
import { tellOrigin } from "./forwarded";
import { securityHeaders } from "./security-headers";
import { HTTP_STATUS } from "./status";

/** A name or an address and perhaps a port: nothing that a URL would read as user, path or query. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** The host name in a Host header, without its port; '' when it is none. */
const hostName = (host: string): string =>
  HOST.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";

const AGENTS_OWN = /^\/mcp\/session\/?(\?|$)/;

/** The methods that Next serves; it fails on others. */
const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

/**
 * What every request passes before Next sees it: the Host must be this server's (DNS rebinding), an Origin must be that
 * same Host with its port or KANDEV_PUBLIC_URL, security headers are set, and what Next answers with a 500 or an empty body is answered here.
 */
export function guard(env: Pick<Env, "HOST" | "KANDEV_PUBLIC_URL" | "PORT">, { dev = false } = {}) {
  const defend = securityHeaders({ dev });
  const tell = tellOrigin(env);
  const ownCookies = withoutTrouble(env);
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
    defend(request, response);
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
    const target = request.url ?? "";
    if (!isPath(target)) return refuse(response, "not_found", "resource not found");
    if (!METHODS.test(request.method ?? "")) return refuse(response, "method_not_allowed", NOT_ALLOWED);
    if (carriesAgentToken(request.headers.authorization) && !AGENTS_OWN.test(target))
      return refuse(response, "unauthenticated", AGENT_TOKEN_REFUSED); // a page could not say 401
    explainNotAllowed(response);
    tell(request);
    if (request.headers.cookie !== undefined) request.headers.cookie = ownCookies(request.headers.cookie);
    return true;
  };
}

/** True for a path that names something: decodable, without U+0000. A request may also name a whole address, or `*`. */
function isPath(target: string): boolean {
  try {
    return /^\/[^\0]*$/.test(decodeURIComponent(target.split("?")[0] ?? ""));
  } catch {
    return false;
  }
}

const NOT_ALLOWED = "this resource does not have that method";

/**
 * Next answers a method that a route handler lacks with an empty 405. The head may be written before the end, by what
 * compresses, so the body is decided with the head.
 */
function explainNotAllowed(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  let body: string | undefined;
  response.writeHead = (...args: unknown[]) => {
    if (args[0] === 405 && !response.hasHeader("content-type")) {
      body = errorBody("method_not_allowed", NOT_ALLOWED);
      response.setHeader("content-type", "application/json");
      response.setHeader("content-length", Buffer.byteLength(body));
    }
    return writeHead(...args);
  };
  response.end = (...args: unknown[]) => {
    if (response.statusCode === 405 && !response.headersSent) response.writeHead(405);
    return body === undefined ? end(...args) : end(body);
  };
}

const errorBody = (code: ErrorCode, message: string): string => JSON.stringify({ error: message, code });

function refuse(response: ServerResponse, code: ErrorCode, message: string): false {
  const body = errorBody(code, message);
  response.writeHead(HTTP_STATUS[code], {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...(code === "unauthenticated" && { "www-authenticate": "Bearer" }),
  });
  response.end(body);
  return false;
}
