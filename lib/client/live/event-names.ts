/** Every event that the server's stream sends (contract 7). */
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

export type EventName = (typeof EVENT_NAMES)[number];
