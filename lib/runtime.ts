import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "./app";
import type { Env } from "./env";
import { AppError } from "./errors";

/** What the HTTP server around Next needs from this side of the bundler. */
export interface ServerHooks {
  readonly env: Pick<Env, "HOST" | "PORT">;
  /** Lines to print under the address at the start. */
  readonly notices: readonly string[];
  /** False when the request was answered already (refused). */
  guard(request: IncomingMessage, response: ServerResponse): boolean;
  /** Ends waits and streams; the requests behind them then finish. */
  drain(): Promise<void>;
  /** Closes connections and, as the last one out, the embedded PostgreSQL. */
  stop(): Promise<void>;
}

const APP = Symbol.for("kandev.app");
const SERVER = Symbol.for("kandev.server");
const STARTED = Symbol.for("kandev.started");

/**
 * Process state lives on globalThis: in one process Next bundles route handlers, server components and
 * instrumentation apart, each with module state of its own.
 */
const shared = globalThis as typeof globalThis & {
  [APP]?: App;
  [SERVER]?: ServerHooks;
  [STARTED]?: (hooks: ServerHooks) => void;
};

export const setApp = (app: App): void => {
  shared[APP] = app;
};

/** Tells the HTTP server around Next, which cannot await instrumentation itself, that everything is started. */
export const publishServer = (hooks: ServerHooks): void => {
  shared[SERVER] = hooks;
  shared[STARTED]?.(hooks);
};

/** The running app. Throws `unavailable` before `boot` has finished. */
export function getApp(): App {
  const app = shared[APP];
  if (app === undefined) throw new AppError("unavailable", "the server is starting");
  return app;
}
