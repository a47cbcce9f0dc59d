import type { Env } from "@/lib/env";

export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
  readonly callback: string;
  /** For the redirects of an OpenID Connect sign-in. */
  readonly state: string;
  readonly nonce: string;
  readonly pkce: string;
  /** Sent over TLS only. */
  readonly secure: boolean;
}

/**
 * Cookies ignore ports, so their names carry the one people use: two servers on one machine do not sign each other out.
 * Behind TLS the prefix binds them to this host.
 */
export function cookieNames(env: Pick<Env, "KANDEV_PUBLIC_URL" | "PORT">): CookieNames {
  const publicUrl = env.KANDEV_PUBLIC_URL === undefined ? undefined : new URL(env.KANDEV_PUBLIC_URL);
  const secure = publicUrl?.protocol === "https:";
  const port = publicUrl === undefined ? String(env.PORT) : publicUrl.port || (secure ? "443" : "80");
  const named = (what: string) => `${secure ? "__Host-" : ""}kandev_${what}_${port}`;
  return {
    session: named("session"),
    csrf: named("csrf"),
    callback: named("callback"),
    state: named("state"),
    nonce: named("nonce"),
    pkce: named("pkce"),
    secure,
  };
}

/**
 * A Cookie header without what next-auth cannot bear: the sessions of servers whose port begins with ours, because it takes
 * every name that begins with the session's for a piece of it and would delete them; and a callback that is no address,
 * on which it fails.
 */
export function withoutTrouble(env: Pick<Env, "KANDEV_PUBLIC_URL" | "PORT">): (header: string) => string {
  const { session, callback } = cookieNames(env);
  const isTrouble = (pair: string) => {
    const [name = "", ...value] = pair.split("=");
    if (name.trim() === callback) return !isWebAddress(decode(value.join("=").trim()));
    return name.trim().startsWith(session) && name.trim() !== session;
  };
  return (header) =>
    header
      .split(";")
      .filter((pair) => !isTrouble(pair))
      .join(";");
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/** True for a path, and for the whole address of a web page: what next-auth takes as the place to come back to. */
export function isWebAddress(value: string): boolean {
  const base = value.startsWith("/") ? "http://localhost" : undefined;
  return URL.canParse(value, base) && /^https?:$/.test(new URL(value, base).protocol);
}
