import { setMaxListeners } from "node:events";
import type { Connection } from "@/db/client";
import type { App } from "./app";
import { cancelTurnVerb } from "./agents/cancel-turn";
import { followSessions, onSessionHint } from "./agents/follow-sessions";
import { AgentRegistry } from "./agents/registry";
import { resumeAgent, resumeVerb } from "./agents/resume-agent";
import { readSecret } from "./auth/secret";
import { reattachWaiters } from "./clarification/attach";
import { settleWaiters } from "./clarification/settle-waiters";
import { WaiterRegistry } from "./clarification/waiters";
import type { Hint } from "./events/hints";
import { EventHub } from "./events/hub";
import { newId } from "./ids";
import { listLiveVerb } from "./permissions/list-live";
import { PermissionRegistry } from "./permissions/live-registry";
import { resolveLiveVerb } from "./permissions/resolve-live";
import { answerable, answerCalls } from "./servers/answer-calls";
import { registerServer } from "./servers/register-server";
import { isTerminal } from "./sessions/state";

type Parts = Connection & Pick<App, "env" | "log" | "draining"> & Partial<Pick<App, "resumeAgent">>;

/** What servers do for each other. */
const VERBS = [
  answerable(listLiveVerb),
  answerable(resolveLiveVerb),
  answerable(resumeVerb),
  answerable(cancelTurnVerb),
];

/** Puts a server process together on a migrated database: known to the others, listening, waking its waiters. */
export async function createApp(parts: Parts): Promise<App> {
  setMaxListeners(0, parts.draining); // every blocked call listens to it
  const app: App = {
    resumeAgent: (input) => resumeAgent(app, input),
    ...parts,
    serverId: newId(),
    secret: await readSecret(parts.db, parts.env),
    hub: new EventHub(parts.address, parts.log),
    waiters: new WaiterRegistry(),
    calls: new Map(),
    agents: new AgentRegistry(),
    permissions: new PermissionRegistry(),
  };
  app.hub.subscribe({
    onHint: (hint) => {
      if (hint.name === "mcp.cancelled") app.calls.get(hint.call)?.();
      for (const pendingId of touchedBundles(app, hint)) void settleWaiters(app, pendingId);
      if (hint.name === "server.called" && hint.server_id === app.serverId)
        void answerCalls(app, VERBS, hint.call_id);
      onSessionHint(app, hint);
    },
    onGap: () => {
      for (const pendingId of app.waiters.bundles) void settleWaiters(app, pendingId);
      void answerCalls(app, VERBS);
      void followSessions(app);
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
    case "workspace.updated":
    case "mcp.cancelled":
    case "access.changed":
    case "server.called":
    case "server.replied":
      return [];
  }
}
