import { pino, type Logger } from "pino";
import type { Env } from "./env";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

/** JSON lines on stdout. Callers log ids and errors, never question text, answers or credentials. */
export const createLog = (env: Pick<Env, "LOG_LEVEL">): Log =>
  pino({ level: env.LOG_LEVEL, base: undefined, serializers: { err: describeError } });

/**
 * What a log line shows of an error (contract 4): no stack, and of what the database said only the SQLSTATE, because its
 * messages and the statement's parameters are made of what people wrote.
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  if ("query" in error || error.name === "PostgresError") {
    const { cause } = error;
    return { type: "DatabaseError", ...(cause instanceof Error ? describeError(cause) : code) };
  }
  return { type: error.name, message: error.message, ...code };
}
