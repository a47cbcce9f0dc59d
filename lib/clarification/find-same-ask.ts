import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { type Bundle, findBundle } from "./bundle";
import { askKey } from "./normalize";
import type { Question } from "./question";
import { replayWinner } from "./replay-winner";

const candidateRows = z.array(z.object({ pending_id: z.string() }));

const keyOf = (bundle: Bundle): string =>
  askKey(
    bundle.rows.map(({ view }) => ({ id: view.question_id, prompt: view.prompt, options: view.options })),
  );

/**
 * The bundle that a repeated ask belongs to, under the session lock, which makes the key unique over all servers. Only
 * the newest bundle with the same questions counts: it is returned when it is active, or settled and not yet handed over.
 */
export async function findSameAsk(
  tx: Transaction,
  sessionId: string,
  questions: readonly Question[],
): Promise<Bundle | undefined> {
  const key = askKey(questions);
  const [first] = questions;
  if (first === undefined) return undefined;
  const candidates = candidateRows.parse([
    ...(await tx.execute(sql`
      SELECT pending_id FROM task_session_messages
      WHERE task_session_id = ${sessionId} AND type = 'clarification_request' AND pending_id <> ''
        AND md5(metadata #>> '{question,prompt}') = md5(${first.prompt})
      ORDER BY created_at DESC, id DESC`)),
  ]);
  for (const pendingId of new Set(candidates.map((row) => row.pending_id))) {
    const bundle = await findBundle(tx, pendingId);
    if (bundle === undefined || bundle.sessionId !== sessionId || keyOf(bundle) !== key) continue;
    return bundle.active ||
      (bundle.rows.some((row) => row.deliveryPending) && replayWinner(bundle) !== undefined)
      ? bundle
      : undefined;
  }
  return undefined;
}
