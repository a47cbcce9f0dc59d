import { bundleContext, bundleCreatedAt } from "@/lib/clarification/get-request";
import type { Bundle } from "@/lib/clarification/bundle";
import { replayWinner } from "@/lib/clarification/replay-winner";
import type { BundleView, OpenQuestionView, SettledByView, SettledQuestionView } from "@/lib/views";

/** An active bundle as a page shows it. */
export const openQuestion = (bundle: Bundle): OpenQuestionView => ({
  ...bundleView(bundle),
  detached: isDetached(bundle),
});

function bundleView(bundle: Bundle): BundleView {
  const createdAt = bundleCreatedAt(bundle);
  return {
    pending_id: bundle.pendingId,
    task_id: bundle.taskId,
    session_id: bundle.sessionId,
    created_at: createdAt,
    age_seconds: Math.max(0, Math.floor((Date.now() - Date.parse(createdAt)) / 1000)),
    context: bundleContext(bundle),
    questions: bundle.rows.map((row) => row.view),
  };
}

const isDetached = (bundle: Bundle): boolean => bundle.rows.some((row) => row.detached);

/** A bundle that is no longer open: what became of it, and through whom. */
export function settledQuestion(bundle: Bundle, settledBy: SettledByView | null): SettledQuestionView {
  const winner = replayWinner(bundle);
  return {
    ...bundleView(bundle),
    detached: isDetached(bundle),
    outcome: winner?.status ?? lapsedAs(bundle),
    answers: winner?.response.answers ?? [],
    settled_by: settledBy,
    delivered: winner !== undefined && !bundle.rows.some((row) => row.deliveryPending),
  };
}

/** Why a question that nobody answered is no longer open. */
function lapsedAs(bundle: Bundle): "cancelled" | "expired" | "superseded" {
  const statuses = bundle.rows.map((row) => row.view.status);
  if (statuses.includes("cancelled")) return "cancelled";
  return statuses.includes("expired") ? "expired" : "superseded";
}
