import { mayAccessTask, mayAccessWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { type Hint, isInternal } from "./hints";
import { loadEvents, type OutgoingEvent } from "./payload";

/** A reader this many bytes behind is cut off; it reconnects and resumes. */
const MAX_BACKLOG_BYTES = 8 * 1024 * 1024;

export interface EventScope {
  /** Only this session and its task; absent: everything the caller may see. */
  readonly session?: { readonly id: string; readonly taskId: string };
  /** The `Last-Event-ID` of a reader that reconnects. */
  readonly lastEventId: string;
  readonly signal: AbortSignal;
}

/**
 * Server-sent events of what the caller may see (contract 4). Ids are `<server>:<sequence>`; what cannot be resumed, on
 * another server, after a restart or a gap, is answered with `reset`, and the reader re-reads.
 */
export function eventStream(ctx: Context, scope: EventScope): ReadableStream<Uint8Array> {
  const { app } = ctx;
  const encoder = new TextEncoder();
  let close: () => void = () => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let open = true;
        let queue: Promise<void> = Promise.resolve();
        const write = (text: string) => {
          if (!open) return;
          if ((controller.desiredSize ?? 0) >= -MAX_BACKLOG_BYTES) controller.enqueue(encoder.encode(text));
          else {
            leave();
            // Closing waits until all is read; an AbortError cuts the connection, and no one is told of a failure.
            controller.error(new DOMException("the reader is too slow", "AbortError"));
          }
        };
        const send = (hint: Hint, sequence: number) => {
          queue = queue
            .then(async () => {
              if (!open || !(await concerns(ctx, scope, hint))) return;
              const events = await loadEvents(app, hint);
              events.forEach((event, index) =>
                write(format(event, index === events.length - 1 ? `${app.serverId}:${sequence}` : undefined)),
              );
            })
            .catch((error: unknown) => {
              app.log.error({ err: error }, "an event could not be read; the reader is told to re-read");
              write(format(RESET, `${app.serverId}:${sequence}`));
            });
        };
        const reset = () => write(format(RESET, `${app.serverId}:${app.hub.sequence}`));
        const keepAlive = setInterval(
          () => write(": keep-alive\n\n"),
          app.env.KANDEV_KEEPALIVE_SECONDS * 1000,
        );
        const unsubscribe = app.hub.subscribe({ onHint: send, onGap: reset });
        const leave = () => {
          open = false;
          clearInterval(keepAlive);
          unsubscribe();
          scope.signal.removeEventListener("abort", close);
          app.draining.removeEventListener("abort", close);
        };
        close = () => {
          if (!open) return;
          leave();
          try {
            controller.close();
          } catch {
            // the reader closed it first
          }
        };
        scope.signal.addEventListener("abort", close);
        app.draining.addEventListener("abort", close);
        const missed = missedHints(ctx, scope.lastEventId);
        // A first connection has a place to resume from before it has heard anything.
        write(`${scope.lastEventId === "" ? `id: ${app.serverId}:${app.hub.sequence}` : ": connected"}\n\n`);
        if (missed === undefined) reset();
        else for (const { hint, sequence } of missed) send(hint, sequence);
        if (scope.signal.aborted || app.draining.aborted) close();
      },
      cancel: () => close(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
}

const RESET: OutgoingEvent = { name: "reset", data: {} };

/** What a reader missed: nothing on its first connection, undefined when it cannot be told. */
function missedHints(
  ctx: Context,
  lastEventId: string,
): readonly { hint: Hint; sequence: number }[] | undefined {
  if (lastEventId === "") return [];
  const match = /^(.+):(\d{1,15})$/.exec(lastEventId);
  return match?.[1] === ctx.app.serverId ? ctx.app.hub.since(Number(match[2])) : undefined;
}

async function concerns(ctx: Context, { session }: EventScope, hint: Hint): Promise<boolean> {
  if (isInternal(hint)) return false;
  if (hint.name === "reset") return true;
  if (hint.name === "workspace.updated")
    return session === undefined && mayAccessWorkspace(ctx.app.db, ctx.actor, hint.workspace_id);
  if (
    session !== undefined &&
    ("session_id" in hint ? hint.session_id !== session.id : hint.task_id !== session.taskId)
  )
    return false;
  return mayAccessTask(ctx.app.db, ctx.actor, hint.task_id);
}

const format = ({ name, data }: OutgoingEvent, id: string | undefined): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
