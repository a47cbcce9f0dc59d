import type { App } from "@/lib/app";

/** Where an agent connects: the address the caller used, unless KANDEV_PUBLIC_URL names a better one. */
export const sessionEndpoint = (app: Pick<App, "env">, request: Request): string =>
  `${app.env.KANDEV_PUBLIC_URL ?? `${new URL(request.url).protocol}//${request.headers.get("host") ?? ""}`}/mcp/session`;
