import { z } from "zod";
import type { Context } from "@/lib/context";
import { AppError, validationError } from "@/lib/errors";
import { whileAllowed } from "@/lib/http/while-allowed";
import { type CallResult, errorResult } from "./call-result";
import { trackCall } from "./calls";
import { callKeyOf } from "./incoming";
import { getQuestionTask, questionResult, stillOpen } from "./question-tasks";

/** A place in the stream of a blocked ask: the question it waits on and the id of the call. It names, it grants nothing. */
interface StreamPosition {
  readonly pendingId: string;
  readonly requestId: string | number;
}

const positionSchema = z.tuple([z.string(), z.union([z.string(), z.number()])]);

const encodePosition = ({ pendingId, requestId }: StreamPosition): string =>
  Buffer.from(JSON.stringify([pendingId, requestId])).toString("base64url");

/** The event that tells a client of 2025-11-25 where it is; older ones do not know empty events. */
export const positionEvent = (position: StreamPosition): string =>
  `id: ${encodePosition(position)}\ndata: \n\n`;

/** In characters, of an event id in a header. */
const ID_LIMIT = 2000;

/** True for a client that can come back with `Last-Event-ID`, for one call that has its stream to itself. */
export const canResume = (request: Request, body: unknown, requestId: string | number): boolean =>
  !Array.isArray(body) &&
  (request.headers.get("mcp-protocol-version") ?? "") >= "2025-11-25" &&
  encodePosition({ pendingId: "", requestId }).length < ID_LIMIT;

/** The end of a call that its client has given up: without it the client would come back for the answer. */
export const cancelledEvent = (requestId: string | number): string =>
  messageEvent({ jsonrpc: "2.0", id: requestId, error: { code: -32000, message: "the call was cancelled" } });

const messageEvent = (message: object): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

function readPosition(lastEventId: string): StreamPosition | undefined {
  try {
    const parsed = positionSchema.parse(JSON.parse(Buffer.from(lastEventId, "base64url").toString()));
    return { pendingId: parsed[0], requestId: parsed[1] };
  } catch {
    return undefined;
  }
}

/**
 * The rest of a blocked ask's stream, for a client whose connection was lost: it waits again as the same call, on whichever
 * server, and gets that call's result. What a session did not ask is not in its streams. Throws validation_error.
 */
export async function resumeAsk(ctx: Context, request: Request, lastEventId: string): Promise<Response> {
  const position = readPosition(lastEventId);
  const known = position && (await getQuestionTask(ctx, position.pendingId).catch(() => undefined));
  if (position === undefined || known === undefined)
    throw validationError("Last-Event-ID is none of a call of this session");
  const { pendingId, requestId } = position;
  const encoder = new TextEncoder();
  const gone = new AbortController();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!gone.signal.aborted) controller.enqueue(encoder.encode(text));
      };
      write(`: connected\n\n${positionEvent(position)}`);
      const keepAlive = setInterval(
        () => write(": keep-alive\n\n"),
        ctx.app.env.KANDEV_KEEPALIVE_SECONDS * 1000,
      );
      const call = trackCall(ctx, callKeyOf(request, requestId), [request.signal, gone.signal]);
      void waitAgain(ctx, pendingId, call.signal)
        .then((result) => {
          write(
            call.signal.aborted
              ? cancelledEvent(requestId)
              : messageEvent({ jsonrpc: "2.0", id: requestId, result }),
          );
        })
        .finally(() => {
          clearInterval(keepAlive);
          call.end();
          if (!gone.signal.aborted) controller.close();
        });
    },
    cancel: () => gone.abort(),
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

async function waitAgain(ctx: Context, pendingId: string, signal: AbortSignal): Promise<CallResult> {
  try {
    const waitSeconds = ctx.app.env.KANDEV_QUESTION_WAIT_SECONDS;
    const result = await whileAllowed(ctx, signal, (allowed) =>
      questionResult(ctx, pendingId, allowed, waitSeconds),
    );
    return result ?? errorResult(await stillOpen(ctx, pendingId));
  } catch (error) {
    if (error instanceof AppError) return errorResult(error);
    ctx.app.log.error({ err: error }, "a resumed call failed");
    return errorResult(new AppError("internal_error", "something went wrong on the server"));
  }
}
