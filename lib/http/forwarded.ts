import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { CLIENT_ADDRESS } from "@/lib/auth/client-address";
import { type Env, isLoopback } from "@/lib/env";

/** The header in which a page finds its own path, to come back to after signing in. */
export const PAGE_PATH = "x-kandev-path";

/**
 * Writes what this process knows of a request into headers that only it writes: a client's own are replaced. A proxy is
 * believed when KANDEV_PUBLIC_URL says that there is one and it calls from this machine; then the last address it added.
 */
export function tellOrigin(env: Pick<Env, "KANDEV_PUBLIC_URL">) {
  const publicUrl = env.KANDEV_PUBLIC_URL === undefined ? undefined : new URL(env.KANDEV_PUBLIC_URL);
  return (request: IncomingMessage): void => {
    const { headers } = request;
    const peer = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
    const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",").at(-1) ?? "";
    headers[CLIENT_ADDRESS] =
      publicUrl !== undefined && isLoopback(peer) ? addressIn(forwarded) || peer : peer;
    headers[PAGE_PATH] = request.url ?? "/";
    headers["x-forwarded-host"] = headers.host ?? "";
    headers["x-forwarded-proto"] =
      headers.host?.toLowerCase() === publicUrl?.host ? publicUrl?.protocol.replace(":", "") : "http";
  };
}

/** The address of an X-Forwarded-For entry, without the port that some proxies add; '' when it is none. */
function addressIn(entry: string): string {
  const text = entry.trim();
  const bare = /^\[(.+)\](:\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? "" : bare;
}
