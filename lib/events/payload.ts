import { inArray } from "drizzle-orm";
import { taskSessionMessages } from "@/db/schema/sessions";
import type { App } from "@/lib/app";
import { messageColumns, messageView, transcriptOrder } from "@/lib/messages/message-view";
import { pendingActions } from "@/lib/sessions/pending-actions";
import { type Hint, isInternal } from "./hints";

/** One server-sent event before it is written: its name and its JSON. */
export interface OutgoingEvent {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const loaded = new WeakMap<Hint, Promise<readonly OutgoingEvent[]>>();

/** The events a hint stands for, read once however many streams want them. A message that is gone by now is left out. */
export function loadEvents(app: App, hint: Hint): Promise<readonly OutgoingEvent[]> {
  const known = loaded.get(hint);
  if (known !== undefined) return known;
  const events = read(app, hint);
  loaded.set(hint, events);
  return events;
}

async function read(app: App, hint: Hint): Promise<readonly OutgoingEvent[]> {
  if (isInternal(hint)) return [];
  switch (hint.name) {
    case "session.message.added":
    case "session.message.updated":
      return readMessages(app, hint);
    case "session.turn.started":
    case "session.turn.completed":
    case "session.state_changed":
    case "task.updated":
    case "workspace.updated":
    case "reset": {
      const { name, ...data } = hint;
      return [{ name, data }];
    }
  }
}

async function readMessages(
  app: App,
  hint: Extract<Hint, { message_ids: string[] }>,
): Promise<readonly OutgoingEvent[]> {
  const [rows, pending] = await Promise.all([
    app.db
      .select(messageColumns)
      .from(taskSessionMessages)
      .where(inArray(taskSessionMessages.id, hint.message_ids))
      .orderBy(...transcriptOrder),
    pendingActions(app.db, [hint.task_id]),
  ]);
  const pendingAction = pending(hint.task_id).bySession.get(hint.session_id) ?? null;
  return rows.map(messageView).map(({ id, author_type, ...message }) => ({
    name: hint.name,
    data: { message_id: id, ...message, author_type, pending_action: pendingAction },
  }));
}
