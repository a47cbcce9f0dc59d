const encoder = new TextEncoder();

/** What is written into an event stream beside what the protocol library writes. */
export interface Inserts {
  /** Writes a whole event; nothing once the stream has ended. */
  write(event: string): void;
  /** Ends the stream. */
  end(): void;
}

/**
 * Puts a comment in front of an event stream (headers leave with the first chunk, and a blocked call has none for hours), and
 * lets others write into it: `take` is called with how, when the stream is made.
 */
export function withFirstByte(
  response: Response,
  take: (inserts: Inserts) => void = () => undefined,
): Response {
  const { body } = response;
  if (body === null || response.headers.get("content-type") !== "text/event-stream") return response;
  const reader = body.getReader();
  let open = true;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(": connected\n\n"));
      take({
        write: (event) => {
          if (open) controller.enqueue(encoder.encode(event));
        },
        end: () => {
          if (!open) return;
          open = false;
          controller.close();
          void reader.cancel().catch(() => undefined);
        },
      });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!open) return;
      if (!done) controller.enqueue(value);
      else {
        open = false;
        controller.close();
      }
    },
    cancel: (reason) => {
      open = false;
      return reader.cancel(reason);
    },
  });
  return new Response(stream, { status: response.status, headers: response.headers });
}
