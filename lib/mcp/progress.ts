import type { App } from "@/lib/app";

/** How a call hears that it is still waiting, in either protocol generation. */
export interface ProgressChannel {
  /** Absent when the client did not ask for progress. */
  readonly progressToken: string | number | undefined;
  readonly notify: (notification: {
    method: "notifications/progress";
    params: { progressToken: string | number; progress: number; message: string };
  }) => Promise<void>;
}

export interface Progress {
  /** From now on, and at once, progress names this question, so that even a call that times out early knows its id. */
  readonly waitsOn: (pendingId: string) => void;
  readonly stop: () => void;
}

/**
 * Tells a client that asked for it, every KANDEV_KEEPALIVE_SECONDS, that its call is still waiting and for which
 * question, so that an idle limit does not end it.
 */
export function startProgress(app: App, { progressToken, notify }: ProgressChannel): Progress {
  if (progressToken === undefined) return { waitsOn: () => undefined, stop: () => undefined };
  let progress = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    waitsOn(pendingId) {
      const send = () => {
        progress += 1;
        const message = `Waiting for a person to answer question ${pendingId} in Kandev`;
        const params = { progressToken, progress, message };
        notify({ method: "notifications/progress", params }).catch(() => undefined);
      };
      clearInterval(timer);
      send();
      timer = setInterval(send, app.env.KANDEV_KEEPALIVE_SECONDS * 1000);
    },
    stop: () => clearInterval(timer),
  };
}
