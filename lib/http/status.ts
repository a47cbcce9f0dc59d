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
  task_or_session_not_found: 404,
  permission_not_found: 404,
  permission_stale: 409,
  permission_already_resolved: 409,
  permission_resolution_in_progress: 409,
  permission_option_not_offered: 400,
  permission_audit_failed: 500,
  permission_delivery_failed: 500,
} as const satisfies Record<ErrorCode, number>;
