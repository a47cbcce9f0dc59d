import type { ErrorCode } from "@/lib/errors";

/** The one table of REST statuses (contract 4). The no-answer codes are 504, as a wait that timed out. */
export const HTTP_STATUS = {
  validation_error: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  not_active: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
  wait_ended: 504,
  cancelled: 504,
  session_ended: 504,
  server_stopping: 504,
} as const satisfies Record<ErrorCode, number>;
