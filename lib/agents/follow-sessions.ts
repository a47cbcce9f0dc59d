import { inArray } from "drizzle-orm";
import { taskSessions } from "@/db/schema/sessions";
import type { App } from "@/lib/app";
import type { Hint } from "@/lib/events/hints";
import { withdrawAll } from "@/lib/permissions/withdraw";
import { isTerminal } from "@/lib/sessions/state";
import { runNext } from "./run-next";

/** What happens to a session, wherever it was done, reaches its agent and its prompts in this process. */
export function onSessionHint(app: App, hint: Hint): void {
  if (hint.name === "session.message.added" && app.agents.get(hint.session_id) !== undefined)
    void runNext(app, hint.session_id);
  if (hint.name === "session.state_changed" && isTerminal(hint.state)) endSessionHere(app, hint.session_id);
  if (hint.name === "reset") void followSessions(app);
}

function endSessionHere(app: App, sessionId: string): void {
  void app.agents.get(sessionId)?.stop();
  void withdrawAll(app, sessionId);
}

/** The same for what went unheard. Never throws. */
export async function followSessions(app: App): Promise<void> {
  const here = [...new Set([...app.agents.sessionIds, ...app.permissions.sessionIds])];
  if (here.length === 0) return;
  try {
    const sessions = await app.db
      .select({ id: taskSessions.id, state: taskSessions.state })
      .from(taskSessions)
      .where(inArray(taskSessions.id, here));
    const going = new Set(sessions.filter(({ state }) => !isTerminal(state)).map(({ id }) => id));
    for (const sessionId of here)
      if (going.has(sessionId)) void runNext(app, sessionId);
      else endSessionHere(app, sessionId);
  } catch (error) {
    app.log.error({ err: error }, "whether sessions go on could not be read");
  }
}
