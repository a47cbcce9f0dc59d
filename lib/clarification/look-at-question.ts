import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { findBundle } from "./bundle";
import { type QuestionStatus, questionStatus } from "./question-status";

/** How a question of a session stands. Hands nothing over. Throws not_found, also for a question of another session. */
export async function lookAtQuestion(
  ctx: Context,
  input: { readonly sessionId: string; readonly pendingId: string },
): Promise<QuestionStatus> {
  await authorizeSession(ctx, input.sessionId);
  const bundle = await findBundle(ctx.app.db, input.pendingId);
  if (bundle === undefined || bundle.sessionId !== input.sessionId) throw notFound("clarification request");
  return questionStatus(bundle);
}
