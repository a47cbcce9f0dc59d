import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";

/** A tool's object as text and structured, or `<code>: <message>` as an error (contract 5). */
export interface CallResult {
  readonly isError?: true;
  readonly content: { type: "text"; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

export const okResult = (result: object, { textOnly = false } = {}): CallResult => ({
  content: [{ type: "text", text: JSON.stringify(result) }],
  ...(!textOnly && { structuredContent: { ...result } }),
});

export const errorResult = ({ code, message }: AppError): CallResult => ({
  isError: true,
  content: [{ type: "text", text: `${code}: ${message}` }],
});

/** What the caller is told of a failure; what is not meant for it goes to the log. */
export function toAppError(app: Pick<App, "log">, error: unknown, tool: string): AppError {
  if (error instanceof AppError) return error;
  app.log.error({ err: error, tool }, "tool failed");
  return new AppError("internal_error", "something went wrong on the server");
}
