import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import type { App } from "@/lib/app";

export interface Progress {
  /** From now on, and at once, progress names this question, so that even a call that times out early knows its id. */
  readonly waitsOn: (pendingId: string) => void;
  readonly stop: () => void;
}

/**
 * Tells a client that asked for it, every KANDEV_KEEPALIVE_SECONDS, that its call is still waiting and for which
 * question, so that an idle limit does not end it.
 */
export function startProgress(
  app: App,
  extra: RequestHandlerExtra<ServerRequest, ServerNotification>,
): Progress {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return { waitsOn: () => undefined, stop: () => undefined };
  let progress = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    waitsOn(pendingId) {
      const send = () => {
        progress += 1;
        const message = `Waiting for a person to answer question ${pendingId} in Kandev`;
        const params = { progressToken, progress, message };
        extra.sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
      };
      clearInterval(timer);
      send();
      timer = setInterval(send, app.env.KANDEV_KEEPALIVE_SECONDS * 1000);
    },
    stop: () => clearInterval(timer),
  };
}
