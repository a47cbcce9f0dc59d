import type { TestServer } from "./server";

export interface SseBlock {
  readonly event: string;
  readonly data: string;
  readonly id: string;
  readonly comment: string;
}

export interface EventReader {
  readonly status: number;
  readonly contentType: string;
  /** Everything that was read so far, also what `next` and `until` passed over. */
  readonly seen: readonly SseBlock[];
  /** The next block of any kind; undefined at the end of the stream. */
  next(): Promise<SseBlock | undefined>;
  /** Reads on to the first event that fits. Throws when the stream ends before. */
  until(fits: (block: SseBlock) => boolean): Promise<SseBlock>;
  /** Drops the connection. */
  close(): void;
}

interface Opening {
  readonly path?: string;
  readonly token?: string;
  readonly lastEventId?: string;
  readonly init?: RequestInit;
}

/** Opens a server-sent event stream and reads it block by block, as a browser's parser would. */
export async function openEvents(
  server: Pick<TestServer, "url">,
  { path = "/api/v1/events", token, lastEventId, init = {} }: Opening = {},
): Promise<EventReader> {
  const connection = new AbortController();
  const response = await fetch(server.url + path, {
    ...init,
    headers: {
      accept: "text/event-stream",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
      ...(init.headers as Record<string, string> | undefined),
    },
    signal: connection.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const seen: SseBlock[] = [];
  let buffered = "";
  const next = async (): Promise<SseBlock | undefined> => {
    for (;;) {
      const end = buffered.indexOf("\n\n");
      if (end >= 0) {
        const block = parseBlock(buffered.slice(0, end));
        buffered = buffered.slice(end + 2);
        seen.push(block);
        return block;
      }
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) return undefined;
      buffered += chunk.value;
    }
  };
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    seen,
    next,
    async until(fits) {
      for (;;) {
        const block = await next();
        if (block === undefined) throw new Error(`the stream ended after ${JSON.stringify(seen)}`);
        if (block.event !== "" && fits(block)) return block;
      }
    },
    close: () => connection.abort(),
  };
}

function parseBlock(text: string): SseBlock {
  const block = { event: "", data: "", id: "", comment: "" };
  for (const line of text.split("\n")) {
    const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === "") block.comment += value;
    else if (field === "event" || field === "id") block[field] = value;
    else if (field === "data") block.data += value;
  }
  return block;
}
