import { z } from "zod";
import { toRfc3339 } from "@/lib/time";
import type { AnswerView, ResolutionView, ResolvedStatus } from "@/lib/views";
import type { Bundle, BundleRow } from "./bundle";

const storedResponse = z.object({
  response: z.object({
    selected_options: z.array(z.string()).catch([]),
    custom_text: z.string().catch(""),
  }),
});

function readAnswer(row: BundleRow): AnswerView[] {
  const parsed = storedResponse.safeParse(row.metadata);
  return parsed.success ? [{ question_id: row.view.question_id, ...parsed.data.response }] : [];
}

const isResolved = (status: string): status is ResolvedStatus =>
  status === "answered" || status === "rejected";

/**
 * What the winner decided, rebuilt from the rows (R2b), or undefined when nobody did. The first resolved row in D2 order
 * gives status and time; a rejection's reason is not on the rows, so it is ''.
 */
export function replayWinner(bundle: Bundle): Omit<ResolutionView, "claimed"> | undefined {
  for (const row of bundle.rows) {
    const { status } = row.view;
    if (!isResolved(status)) continue;
    return {
      status,
      response: {
        pending_id: bundle.pendingId,
        answers: bundle.rows.flatMap(readAnswer),
        rejected: status === "rejected",
        reject_reason: "",
        responded_at: toRfc3339(row.updatedAt),
      },
    };
  }
  return undefined;
}
