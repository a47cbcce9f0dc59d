import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import type { App } from "@/lib/app";

/**
 * Tells a client that asked for it, every KANDEV_KEEPALIVE_SECONDS, that its call is still waiting, so that an idle limit
 * does not end it. Returns the function that stops it.
 */
export function keepProgressing(
  app: App,
  extra: RequestHandlerExtra<ServerRequest, ServerNotification>,
): () => void {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const notification = {
      method: "notifications/progress" as const,
      params: { progressToken, progress, message: "Waiting for a person to answer in Kandev" },
    };
    extra.sendNotification(notification).catch(() => undefined);
  }, app.env.KANDEV_KEEPALIVE_SECONDS * 1000);
  return () => clearInterval(timer);
}
