import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

type Defend = (request: IncomingMessage, response: ServerResponse) => void;

const NOT_A_PAGE = /^\/(api|mcp|\.well-known)(\/|\?|$)/;

/** What is the same for pages and data: no framing, no sniffing, no referrer, nothing of ours in other sites' pages. */
const common = {
  frameguard: { action: "deny" },
  referrerPolicy: { policy: "no-referrer" },
  strictTransportSecurity: false, // for whoever terminates TLS to say
  crossOriginEmbedderPolicy: false,
} as const;

/**
 * Sets the security headers. A page's scripts need the nonce of its answer; Next takes it from the policy in the request's
 * headers, so a policy that a client sends is overwritten. `dev` allows what Next's development server needs.
 */
export function securityHeaders({ dev }: { readonly dev: boolean }): Defend {
  const nonces = new WeakMap<ServerResponse, string>();
  const page = helmet({
    ...common,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": [
          "'self'",
          "'strict-dynamic'",
          (_request, response) => `'nonce-${nonces.get(response) ?? ""}'`,
          ...(dev ? ["'unsafe-eval'"] : []),
        ],
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'", ...(dev ? ["ws:"] : [])],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
      },
    },
  });
  const data = helmet({
    ...common,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { "default-src": ["'none'"], "frame-ancestors": ["'none'"] },
    },
  });
  return (request, response) => {
    if (NOT_A_PAGE.test(request.url ?? "")) {
      response.setHeader("cache-control", "no-store"); // what is answered is one caller's
      return data(request, response, rethrow);
    }
    nonces.set(response, randomBytes(16).toString("base64"));
    page(request, response, rethrow);
    request.headers["content-security-policy"] = String(response.getHeader("content-security-policy") ?? "");
  };
}

function rethrow(error?: unknown): void {
  if (error !== undefined) throw new Error("a security header could not be set", { cause: error });
}
