import { toRfc3339 } from "@/lib/time";
import type { Bundle } from "./bundle";
import { bundleCreatedAt } from "./get-request";
import { replayWinner } from "./replay-winner";

/** How a question stands, without its answer. */
export interface QuestionStatus {
  readonly pendingId: string;
  /** See {@link statusOf}. */
  readonly status: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `pending`, `answered`, `rejected`, `cancelled`, `expired`, or `superseded` when a newer turn began. */
export function statusOf(bundle: Bundle): string {
  if (bundle.active) return "pending";
  const settled = bundle.rows.map((row) => row.view.status).find((status) => status !== "pending");
  return replayWinner(bundle)?.status ?? settled ?? "superseded";
}

export const questionStatus = (bundle: Bundle): QuestionStatus => ({
  pendingId: bundle.pendingId,
  status: statusOf(bundle),
  createdAt: bundleCreatedAt(bundle),
  updatedAt:
    bundle.rows
      .map((row) => toRfc3339(row.updatedAt))
      .sort()
      .at(-1) ?? bundleCreatedAt(bundle),
});
