import type { App } from "@/lib/app";

/** The origin that the caller used, unless KANDEV_PUBLIC_URL names a better one. */
export const requestOrigin = (app: Pick<App, "env">, request: Request): string =>
  app.env.KANDEV_PUBLIC_URL ?? `${new URL(request.url).protocol}//${request.headers.get("host") ?? ""}`;

/** Where an agent connects. */
export const sessionEndpoint = (app: Pick<App, "env">, request: Request): string =>
  `${requestOrigin(app, request)}/mcp/session`;

/** The same for a page, which knows its request by the headers alone (`tellOrigin` wrote the protocol). */
export const pageOrigin = (env: App["env"], headers: Pick<Headers, "get">): string =>
  env.KANDEV_PUBLIC_URL ??
  `${headers.get("x-forwarded-proto") ?? "http"}://${headers.get("host") ?? `${env.HOST}:${env.PORT}`}`;
