import type { infer as Infer } from "zod/mini";
import { loadShapes, type Shapes } from "../load-shapes";
import { type EventStream, openEventStream, type StreamHandlers } from "./event-stream";

type TabMessage = Infer<Shapes["tabMessage"]>;

const NAME = "kandev.live";
/** A tab that is looked at asks this often whether the connection is still held by somebody awake. */
const ASK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 3000;

/**
 * Hears the server's events through one connection for all tabs of this browser, because browsers allow six
 * connections to a host. The holder of a Web Lock connects and passes events on; when its tab is closed the lock goes
 * to another. A suspended holder (phones freeze background tabs) does not answer, and a tab in use takes its lock.
 */
export function openSharedStream(url: string, handlers: StreamHandlers): EventStream {
  const channel = new BroadcastChannel(NAME);
  let closed = false;
  /** Set while this tab holds the connection. */
  let held: { stream: EventStream; release: () => void } | undefined;
  let connected = false;
  let request = new AbortController();
  let silence: number | undefined;

  const post = (message: TabMessage) => {
    if (!closed) channel.postMessage(message);
  };
  const report = (up: boolean) => {
    connected = up;
    if (up) handlers.onOpen();
    else handlers.onDown();
  };

  const hold = () =>
    new Promise<void>((release) => {
      // The lock may come at the moment in which this tab gives up asking for it.
      if (closed) return release();
      connected = false;
      const stream = openEventStream(url, {
        onOpen() {
          post({ kind: "up" });
          report(true);
        },
        onDown() {
          post({ kind: "down" });
          report(false);
        },
        onRefused() {
          post({ kind: "refused" });
          handlers.onRefused();
        },
        onEvent(event) {
          post({ kind: "event", event });
          handlers.onEvent(event);
        },
      });
      held = { stream, release };
    });

  const letGo = () => {
    held?.stream.close();
    held?.release();
    held = undefined;
  };

  const stand = (steal: boolean) => {
    if (closed) return;
    request.abort();
    const mine = (request = new AbortController());
    navigator.locks.request(NAME, steal ? { steal } : { signal: mine.signal }, hold).catch(() => {
      // Replaced by a newer request of this tab, or the lock was taken from it while it slept: then queue again.
      if (mine !== request) return;
      letGo();
      stand(false);
    });
  };

  const ask = () => {
    if (held !== undefined || document.visibilityState !== "visible") return;
    post({ kind: "ask" });
    window.clearTimeout(silence);
    silence = window.setTimeout(() => {
      if (held === undefined) stand(true);
    }, ANSWER_WITHIN_MS);
  };

  const hear = (message: TabMessage) => {
    if (closed) return;
    if (message.kind === "ask") {
      if (held !== undefined) post({ kind: "here", connected });
      return;
    }
    window.clearTimeout(silence);
    if (message.kind === "event") handlers.onEvent(message.event);
    else if (message.kind === "up") report(true);
    else if (message.kind === "down") report(false);
    else if (message.kind === "refused") handlers.onRefused();
    else if (message.connected && !connected) report(true);
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) =>
    void readTabMessage(data).then(hear, () => undefined);

  const asking = window.setInterval(ask, ASK_EVERY_MS);
  stand(false);
  ask();

  return {
    reconnect: () => held?.stream.reconnect(),
    close() {
      closed = true;
      window.clearInterval(asking);
      window.clearTimeout(silence);
      request.abort();
      letGo();
      channel.close();
    },
  };
}

/** Rejects for what is none. */
const readTabMessage = async (data: unknown): Promise<TabMessage> =>
  (await loadShapes()).tabMessage.parse(data);
