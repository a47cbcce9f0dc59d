import { AppError, type ErrorCode } from "@/lib/errors";

export type PermissionErrorCode = Extract<ErrorCode, `permission_${string}` | "task_or_session_not_found">;

const MESSAGES: Record<PermissionErrorCode, string> = {
  task_or_session_not_found: "no such task, or no such session of it",
  permission_not_found: "no such permission request in this session",
  permission_stale:
    "the agent has withdrawn or replaced this request; list again to see what it waits for now",
  permission_already_resolved: "this request has been decided already",
  permission_resolution_in_progress: "somebody else is deciding this request right now",
  permission_option_not_offered: "the agent did not offer this option; choose one of the listed option ids",
  permission_audit_failed: "the decision could not be recorded",
  permission_delivery_failed:
    "the agent was gone, or has withdrawn the request, before the decision reached it",
};

/** One of the stable failures (PR13), with its words; `message` where the case has better ones. */
export const permissionError = (code: PermissionErrorCode, message: string = MESSAGES[code]): AppError =>
  new AppError(code, message);
