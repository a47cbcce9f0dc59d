import type { PermissionView } from "@/lib/views";
import { type Failure, postJson } from "./http";
import type { ShapeOf } from "./load-shapes";

/** What a person chose for a prompt: one of its options, or to cancel one that offers no way to say no. */
export type PermissionChoice =
  { readonly kind: "option"; readonly optionId: string } | { readonly kind: "cancel" };

/** What became of a choice that was sent. */
export type PermissionResult =
  | { readonly kind: "delivered" }
  /** Somebody was first. `serverNowMs` is the server's clock when it said so, null when unknown. */
  | { readonly kind: "beaten"; readonly serverNowMs: number | null }
  /** Nobody can decide it any more. */
  | { readonly kind: "gone" }
  /** Nothing is decided as far as is known; it can be tried again while the prompt is open. */
  | { readonly kind: "failed"; readonly failure: Failure };

const resolved: ShapeOf<unknown> = ({ permissionResolution }) => permissionResolution;

/** Sends a choice about exactly this prompt, never about a later one under the same `pending_id`. Never throws. */
export async function decidePermission(
  prompt: Pick<PermissionView, "task_id" | "session_id" | "request_id" | "pending_id">,
  choice: PermissionChoice,
): Promise<PermissionResult> {
  const { task_id, session_id, pending_id, request_id } = prompt;
  const identity = { task_id, session_id, pending_id };
  const path = `/api/v1/permissions/${encodeURIComponent(request_id)}`;
  const result =
    choice.kind === "cancel"
      ? await postJson(`${path}/cancel`, identity, resolved)
      : await postJson(`${path}/respond`, { ...identity, option_id: choice.optionId }, resolved);
  if (result.ok) return { kind: "delivered" };
  const { failure, serverNowMs } = result;
  switch (failure.code) {
    case "permission_already_resolved":
      return { kind: "beaten", serverNowMs };
    case "permission_stale":
    case "permission_not_found":
    case "task_or_session_not_found":
      return { kind: "gone" };
    default:
      return { kind: "failed", failure };
  }
}
