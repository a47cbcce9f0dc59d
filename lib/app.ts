import type { Connection } from "@/db/client";
import type { Env } from "./env";
import type { EventHub } from "./events/hub";
import type { Log } from "./log";
import type { AgentRegistry } from "./agents/registry";
import type { WaiterRegistry } from "./clarification/waiters";
import type { PermissionRegistry } from "./permissions/live-registry";

/** What one server process consists of. Made by `boot`, or by a test on its own database. */
export interface App extends Connection {
  readonly env: Env;
  readonly log: Log;
  /** This process's row in `servers`. */
  readonly serverId: string;
  /** Signs browser sessions; the same on every server (contract 2, KANDEV_SECRET). */
  readonly secret: string;
  readonly hub: EventHub;
  readonly waiters: WaiterRegistry;
  /** How to abort the blocked MCP calls of this process, by call key. */
  readonly calls: Map<string, () => void>;
  /** The agents that run in this process. */
  readonly agents: AgentRegistry;
  /** The permission prompts that wait in this process. */
  readonly permissions: PermissionRegistry;
  /** Starts the next turn of an agent of ours; true once it is accepted (contract 6.4). */
  readonly resumeAgent: (input: { readonly sessionId: string; readonly prompt: string }) => Promise<boolean>;
  /** Aborted when the server drains: waits end, streams close, nothing new is accepted. */
  readonly draining: AbortSignal;
}
