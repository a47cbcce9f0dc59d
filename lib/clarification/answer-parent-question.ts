import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import type { LockedSession } from "@/lib/sessions/lock-session";
import { markRunning } from "@/lib/sessions/set-session-state";

const rows = z.array(z.object({ id: z.string(), open: z.boolean() }));

/**
 * Closes what an agent asked its parent, because the parent replies; the reply itself is the child's next message. Not a
 * resolution: no person's answer is written, the claim alone does that. Under the lock of the child's session. Throws
 * not_found.
 */
export async function answerParentQuestion(
  tx: Transaction,
  session: LockedSession,
  input: { readonly questionId: string },
): Promise<"closed" | "repeated"> {
  const [question] = rows.parse([
    ...(await tx.execute(sql`
      SELECT id, COALESCE(metadata ->> 'parent_question_status', '') <> 'replied' AS open FROM task_session_messages
      WHERE pending_id = ${input.questionId} AND type = 'clarification_request' AND task_session_id = ${session.id}
        AND metadata -> 'parent_question' = 'true'::jsonb`)),
  ]);
  if (question === undefined) throw notFound("question");
  if (!question.open) return "repeated";
  await tx.execute(sql`
    UPDATE task_session_messages
    SET metadata = metadata || '{"status": "expired", "parent_question_status": "replied"}'::jsonb, updated_at = clock_timestamp()
    WHERE id = ${question.id}`);
  await notify(
    tx,
    {
      name: "session.message.updated",
      session_id: session.id,
      task_id: session.taskId,
      message_ids: [question.id],
      pending_id: input.questionId,
    },
    { name: "task.updated", task_id: session.taskId },
    ...(await markRunning(tx, session.id, session.taskId)),
  );
  return "closed";
}
