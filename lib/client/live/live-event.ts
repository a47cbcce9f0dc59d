import * as z from "zod/mini";

export const EVENT_NAMES = [
  "session.message.added",
  "session.message.updated",
  "session.turn.started",
  "session.turn.completed",
  "session.state_changed",
  "task.updated",
  "workspace.updated",
  "reset",
] as const;

/** A hint that something changed (contract: events carry ids, receivers re-read). `reset` is about everything. */
export interface LiveEvent {
  readonly name: (typeof EVENT_NAMES)[number];
  readonly taskId: string;
  /** The message's type, '' when the event is not about a message. */
  readonly messageType: string;
}

const payload = z.object({ task_id: z._default(z.string(), ""), type: z._default(z.string(), "") });

/** Reads an event's data; what cannot be read becomes a `reset`, so that nothing is missed. */
export function parseLiveEvent(name: LiveEvent["name"], data: string): LiveEvent {
  const parsed = payload.safeParse(readJson(data));
  if (name === "reset" || !parsed.success) return { name: "reset", taskId: "", messageType: "" };
  return { name, taskId: parsed.data.task_id, messageType: parsed.data.type };
}

/**
 * Whether a page that shows `taskId` ('' for a page of no task) has to re-read. Every page lists the tasks, so states
 * and open questions always matter; what agents merely say elsewhere does not.
 */
export function concerns(event: LiveEvent, taskId: string): boolean {
  if (event.name === "reset" || event.taskId === "" || event.taskId === taskId) return true;
  if (event.name !== "session.message.added" && event.name !== "session.message.updated") return true;
  return event.messageType === "" || event.messageType.endsWith("_request");
}

function readJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
