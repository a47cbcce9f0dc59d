import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { findBundle } from "./bundle";
import { cancelRows } from "./cancel-bundle";

/**
 * An agent takes back a question of its own. Unlike somebody else's cancel it needs no live entry: after a restart only the
 * agent knows that it no longer wants an answer. False when the question was settled before. Throws not_found for one that
 * is not of this session.
 */
export async function withdrawQuestion(
  ctx: Context,
  input: { readonly sessionId: string; readonly pendingId: string },
): Promise<boolean> {
  await authorizeSession(ctx, input.sessionId);
  const bundle = await findBundle(ctx.app.db, input.pendingId);
  if (bundle === undefined || bundle.sessionId !== input.sessionId) throw notFound("clarification request");
  return cancelRows(ctx.app, bundle);
}
