import { type EventStream, openEventStream, type StreamHandlers } from "./event-stream";

/**
 * A connection of this tab alone, held while the tab is looked at. Used where tabs cannot agree on a holder: Web
 * Locks need a secure origin, and a server in a private network may be reached over plain http.
 */
export function openOwnStream(url: string, handlers: StreamHandlers): EventStream {
  let stream: EventStream | undefined;
  const follow = () => {
    if (document.visibilityState === "visible") {
      stream ??= openEventStream(url, handlers);
    } else {
      stream?.close();
      stream = undefined;
    }
  };
  document.addEventListener("visibilitychange", follow);
  follow();
  return {
    reconnect: () => stream?.reconnect(),
    close() {
      document.removeEventListener("visibilitychange", follow);
      stream?.close();
    },
  };
}
