import { EVENT_NAMES } from "./event-names";
import { type LiveEvent, parseLiveEvent } from "./live-event";

export interface StreamHandlers {
  /** Connected, for the first time or again: whatever happened before is unknown. */
  onOpen(): void;
  onEvent(event: LiveEvent): void;
  onDown(): void;
  /** The server knows this browser no more: signed out elsewhere, expired, disabled. Nothing is tried again. */
  onRefused(): void;
}

export interface EventStream {
  /** Drops the connection and makes a new one now, instead of waiting for the next attempt. */
  reconnect(): void;
  close(): void;
}

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000];

/** Keeps one connection to the event stream, for as long as it takes. */
export function openEventStream(url: string, handlers: StreamHandlers): EventStream {
  let source: EventSource | undefined;
  let retry: number | undefined;
  let failures = 0;

  const connect = () => {
    window.clearTimeout(retry);
    source?.close();
    const opened = new EventSource(url, { withCredentials: true });
    source = opened;
    opened.onopen = () => {
      failures = 0;
      handlers.onOpen();
    };
    opened.onerror = () => {
      handlers.onDown();
      void isRefused(url).then((refused) => {
        if (!refused || source !== opened) return;
        stop();
        handlers.onRefused();
      });
      // A dropped connection is retried by the browser; a refused one (a restarting server says 503) only by us.
      if (opened.readyState !== EventSource.CLOSED) return;
      window.clearTimeout(retry);
      retry = window.setTimeout(connect, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
      failures += 1;
    };
    for (const name of EVENT_NAMES) {
      opened.addEventListener(name, (event: MessageEvent<unknown>) => {
        const data = typeof event.data === "string" ? event.data : "";
        void parseLiveEvent(name, data).then((hint) => handlers.onEvent(hint));
      });
    }
  };
  const stop = () => {
    window.clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  connect();
  return { reconnect: connect, close: stop };
}

/** Whether the stream is refused for who asks. An EventSource does not tell, so the same is asked once more. */
async function isRefused(url: string): Promise<boolean> {
  const asked = new AbortController();
  try {
    const { status } = await fetch(url, {
      cache: "no-store",
      credentials: "include",
      signal: asked.signal,
    });
    return status === 401;
  } catch {
    return false;
  } finally {
    asked.abort();
  }
}
