const COMMENT = new TextEncoder().encode(": connected\n\n");

/** Puts a comment in front of an event stream: headers leave with the first chunk, and a blocked call has none for hours. */
export function withFirstByte(response: Response): Response {
  const { body } = response;
  if (body === null || response.headers.get("content-type") !== "text/event-stream") return response;
  const reader = body.getReader();
  let first = true;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (first) {
        first = false;
        controller.enqueue(COMMENT);
        return;
      }
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(stream, { status: response.status, headers: response.headers });
}
