import { publicUrl } from "@/lib/address";
import type { App } from "@/lib/app";
import { isTerminal } from "@/lib/sessions/state";
import type { Bundle } from "./bundle";
import type { WaitResult } from "./waiters";

export type NoAnswerCode = Extract<WaitResult, { kind: "none" }>["code"];

/** Why a bundle that nobody resolved is no longer open; undefined when it was deleted with its session. */
export const lapseCode = (bundle: Bundle | undefined): NoAnswerCode =>
  bundle === undefined ||
  isTerminal(bundle.sessionState) ||
  bundle.rows.some((row) => row.view.status === "expired")
    ? "session_ended"
    : "cancelled";

/** What a caller is told who waits for a question that was resolved before. */
export const resolvedMessage = (pendingId: string): string =>
  `question ${pendingId} has been answered already. Call check_question_kandev with this pending_id, or ask the same questions again, to get the answer.`;

/** What a blocked caller is told when there is no answer yet: whether the question is still open, where, and how to get the answer. */
export function noAnswerMessage(
  app: Pick<App, "env">,
  code: NoAnswerCode,
  { pendingId, taskId }: { readonly pendingId: string; readonly taskId: string },
): string {
  const where = `${publicUrl(app)}/tasks/${encodeURIComponent(taskId)}`;
  const how =
    "Call check_question_kandev with this pending_id, or ask the same questions again, to get the answer.";
  switch (code) {
    case "wait_ended":
      return `nobody has answered question ${pendingId} yet. It is still open at ${where} and can still be answered. ${how}`;
    case "server_stopping":
      return `the server is stopping. Question ${pendingId} is still open and can be answered at ${where} as soon as the server is back. ${how}`;
    case "cancelled":
      return `question ${pendingId} was cancelled or replaced by a newer turn before anyone answered it (${where}). It is no longer open; ask again if you still need an answer.`;
    case "session_ended":
      return `the session has ended, so question ${pendingId} is no longer open and nobody answered it (${where}).`;
  }
}
