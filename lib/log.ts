import { pino, type Logger } from "pino";
import type { Env } from "./env";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

/** JSON lines on stdout. Callers log ids and errors, never question text, answers or credentials. */
export const createLog = (env: Pick<Env, "LOG_LEVEL">): Log =>
  pino({ level: env.LOG_LEVEL, base: undefined });
