import type { App } from "./app";

/** The address this process itself answers at; a wildcard HOST is reached over loopback. */
export function ownUrl({ env }: Pick<App, "env">): string {
  const host = env.HOST.replace(/^\[(.*)\]$/, "$1");
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${env.PORT}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}`;
}

/** Where people open the product. */
export const publicUrl = (app: Pick<App, "env">): string => app.env.KANDEV_PUBLIC_URL ?? ownUrl(app);
