import { request, type IncomingHttpHeaders } from "node:http";
import { parseSetCookie, type SetCookie } from "cookie";
import { z } from "zod";
import { parseJson } from "./http";
import type { TestServer } from "./server";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Where a redirect leads, '' without one. */
  readonly location: string;
  readonly setCookies: readonly SetCookie[];
  readonly text: string;
  readonly json: unknown;
}

interface Going {
  /** Goes out as a form does. */
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Browser {
  /** By name: like a real one it sends them to every port of the machine. */
  readonly cookies: Map<string, string>;
  /** One request, without following redirects. `target` is a path of the server, or a whole address. */
  go(method: string, target: string, options?: Going): Promise<Answer>;
}

/**
 * A cookie jar with `node:http` under it, which, unlike fetch, may name any Host. `headers` go with every request, as those
 * of a proxy do.
 */
export function openBrowser(
  server: Pick<TestServer, "url">,
  headers: Readonly<Record<string, string>> = {},
): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async go(method, target, options = {}) {
      const answer = await exchange(new URL(target, server.url), method, {
        ...options,
        headers: {
          ...(cookies.size > 0 && {
            cookie: [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; "),
          }),
          ...headers,
          ...options.headers,
        },
      });
      for (const { name, value, maxAge, expires } of answer.setCookies)
        if (maxAge === 0 || (expires !== undefined && expires.getTime() < Date.now())) cookies.delete(name);
        else cookies.set(name, value ?? "");
      return answer;
    },
  };
}

function exchange(url: URL, method: string, { form, body, headers = {} }: Going): Promise<Answer> {
  const bytes = form === undefined ? body : new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method,
        agent: false,
        headers: {
          ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
          ...(bytes !== undefined && { "content-length": Buffer.byteLength(bytes) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            location: response.headers.location ?? "",
            setCookies: (response.headers["set-cookie"] ?? []).map((line) => parseSetCookie(line)),
            text,
            json: parseJson(text),
          });
        });
      },
    );
    asked.once("error", reject);
    asked.end(bytes);
  });
}

/** What a form of ours sends along, so that no other site can send it. */
export async function csrfToken(browser: Browser): Promise<string> {
  const { json } = await browser.go("GET", "/api/auth/csrf");
  return z.object({ csrfToken: z.string() }).parse(json).csrfToken;
}

/** Fills in the sign-in form. */
export async function signIn(
  browser: Browser,
  fields: { readonly email: string; readonly password: string; readonly callbackUrl?: string },
): Promise<Answer> {
  const token = await csrfToken(browser);
  return browser.go("POST", "/api/auth/callback/credentials", { form: { ...fields, csrfToken: token } });
}

export async function signOut(browser: Browser): Promise<Answer> {
  return browser.go("POST", "/api/auth/signout", { form: { csrfToken: await csrfToken(browser) } });
}

/** Whether the browser is let in: 200 or 401. */
export const knock = async (browser: Browser): Promise<number> =>
  (await browser.go("GET", "/api/v1/tasks")).status;
