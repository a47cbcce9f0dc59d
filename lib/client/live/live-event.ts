import { loadShapes } from "../load-shapes";
import type { EventName } from "./event-names";

/** A hint that something changed (contract: events carry ids, receivers re-read). `reset` is about everything. */
export interface LiveEvent {
  readonly name: EventName;
  readonly taskId: string;
  /** The message's type, '' when the event is not about a message. */
  readonly messageType: string;
}

export const RESET: LiveEvent = { name: "reset", taskId: "", messageType: "" };

/** Reads an event's data; what cannot be read becomes a `reset`, so that nothing is missed. */
export async function parseLiveEvent(name: EventName, data: string): Promise<LiveEvent> {
  if (name === "reset") return RESET;
  try {
    const { hint } = await loadShapes();
    const { task_id, type } = hint.parse(JSON.parse(data));
    return { name, taskId: task_id, messageType: type };
  } catch {
    return RESET;
  }
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
