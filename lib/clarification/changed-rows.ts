import { z } from "zod";
import type { Hint } from "@/lib/events/hints";

/** What a statement that changes rows of bundles returns: `RETURNING id, pending_id`. */
export const changedRows = z.array(z.object({ id: z.string(), pending_id: z.string() }));

/** One hint for each bundle among the changed rows. */
export function bundleHints(rows: z.output<typeof changedRows>, sessionId: string, taskId: string): Hint[] {
  const pendingIds = [...new Set(rows.map((row) => row.pending_id))];
  return pendingIds.map((pendingId) => ({
    name: "session.message.updated",
    session_id: sessionId,
    task_id: taskId,
    pending_id: pendingId,
    message_ids: rows.filter((row) => row.pending_id === pendingId).map((row) => row.id),
  }));
}
