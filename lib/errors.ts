/** The closed set of failures a verb may report; each transport maps it in one table. */
export const ERROR_CODES = [
  "validation_error",
  "unauthenticated",
  "forbidden",
  "not_found",
  "conflict",
  "not_active",
  "too_many_requests",
  "payload_too_large",
  "unsupported_media_type",
  "method_not_allowed",
  "wait_ended",
  "cancelled",
  "session_ended",
  "server_stopping",
  "task_or_session_not_found",
  "permission_not_found",
  "permission_stale",
  "permission_already_resolved",
  "permission_resolution_in_progress",
  "permission_option_not_offered",
  "permission_audit_failed",
  "permission_delivery_failed",
  "unavailable",
  "internal_error",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** A failure whose message may be shown to the caller. Anything else that is thrown stays in the log. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const validationError = (message: string) => new AppError("validation_error", message);

/** What is missing and what is not the caller's are told with the same words (A3). */
export const notFound = (what: string) => new AppError("not_found", `${what} not found`);
