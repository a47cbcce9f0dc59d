import { type Connection, connect } from "@/db/client";
import type { App } from "@/lib/app";
import type { Actor, Origin } from "@/lib/auth/actor";
import type { Context } from "@/lib/context";
import { createApp } from "@/lib/create-app";
import { parseEnv } from "@/lib/env";
import type { Log } from "@/lib/log";
import { unregisterServer } from "@/lib/servers/register-server";

export interface TestApp {
  readonly app: App;
  /** Everything that was logged as a warning or an error. */
  readonly logged: readonly unknown[];
  /** Ends waits as a drain does. */
  drain(): void;
  /** Leaves as a server that stops. */
  close(): Promise<void>;
  /** Leaves as a killed process does: connections drop, rows stay. */
  vanish(): Promise<void>;
}

interface Options {
  readonly env?: Record<string, string>;
  readonly resumeAgent?: App["resumeAgent"];
}

/** One server process's worth of product, in this process, on a database of `createTestDatabase`. */
export async function createTestApp(
  address: string,
  { env = {}, resumeAgent }: Options = {},
): Promise<TestApp> {
  const connection: Connection = connect(address);
  const stopping = new AbortController();
  const logged: unknown[] = [];
  const record = (...line: unknown[]) => void logged.push(line);
  const log: Log = { debug: () => undefined, info: () => undefined, warn: record, error: record };
  const app = await createApp({
    ...connection,
    env: parseEnv({ ...env }),
    log,
    draining: stopping.signal,
    ...(resumeAgent && { resumeAgent }),
  });
  const leave = async () => {
    await app.hub.close();
    await app.sql.end({ timeout: 5 });
  };
  return {
    app,
    logged,
    drain: () => stopping.abort(),
    async close() {
      stopping.abort();
      await unregisterServer(app);
      await leave();
    },
    vanish: leave,
  };
}

/** A context for a verb: the single user of a server without accounts, in the browser, unless told otherwise. */
export const contextFor = (
  app: App,
  actor: Actor = { kind: "single-user" },
  origin: Origin = "web",
): Context => ({
  app,
  actor,
  origin,
});

/** The context an agent's MCP call has. */
export const agentContext = (app: App, sessionId: string): Context =>
  contextFor(app, { kind: "agent", sessionId, surface: "kanban-task", asks: "person" }, "agent_mcp");
