import { setMaxListeners } from "node:events";
import type { Connection } from "@/db/client";
import type { App } from "./app";
import { readSecret } from "./auth/secret";
import { reattachWaiters } from "./clarification/attach";
import { settleWaiters } from "./clarification/settle-waiters";
import { WaiterRegistry } from "./clarification/waiters";
import type { Hint } from "./events/hints";
import { EventHub } from "./events/hub";
import { newId } from "./ids";
import { registerServer } from "./servers/register-server";
import { isTerminal } from "./sessions/state";

type Parts = Connection & Pick<App, "env" | "log" | "draining" | "resumeAgent">;

/** Puts a server process together on a migrated database: known to the others, listening, waking its waiters. */
export async function createApp(parts: Parts): Promise<App> {
  setMaxListeners(0, parts.draining); // every blocked call listens to it
  const app: App = {
    ...parts,
    serverId: newId(),
    secret: await readSecret(parts.db, parts.env),
    hub: new EventHub(parts.address, parts.log),
    waiters: new WaiterRegistry(),
    calls: new Map(),
  };
  app.hub.subscribe({
    onHint: (hint) => {
      if (hint.name === "mcp.cancelled") app.calls.get(hint.call)?.();
      for (const pendingId of touchedBundles(app, hint)) void settleWaiters(app, pendingId);
    },
    onGap: () => {
      for (const pendingId of app.waiters.bundles) void settleWaiters(app, pendingId);
    },
  });
  await app.hub.open(async (connection) => {
    await registerServer(connection, app);
    await reattachWaiters(app);
  });
  return app;
}

/** The bundles with calls blocked here that a hint may have settled. */
function touchedBundles(app: App, hint: Hint): readonly string[] {
  switch (hint.name) {
    case "session.message.updated":
      return hint.pending_id !== undefined && app.waiters.of(hint.pending_id).length > 0
        ? [hint.pending_id]
        : [];
    case "session.turn.started":
      return app.waiters.bundlesOf(hint.session_id);
    case "session.state_changed":
      return isTerminal(hint.state) ? app.waiters.bundlesOf(hint.session_id) : [];
    case "reset":
      return app.waiters.bundles;
    case "session.message.added":
    case "session.turn.completed":
    case "task.updated":
    case "mcp.cancelled":
    case "access.changed":
      return [];
  }
}
