import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { lockTokens, personOf } from "./owner";

/**
 * Revokes one of the caller's tokens and those that were made with it: refused from the next request on, and what they
 * hold open ends within a second on every server. Throws not_found, for a foreign and for a revoked one too.
 */
export async function revokeToken(ctx: Context, input: { readonly tokenId: string }): Promise<void> {
  const { userId } = personOf(ctx.actor);
  const revoked = await ctx.app.db.transaction(async (tx) => {
    await lockTokens(tx, userId);
    return tx.execute(sql`
      WITH RECURSIVE family (id) AS (
        SELECT id FROM personal_access_tokens
        WHERE id = ${input.tokenId} AND user_id = ${userId} AND revoked_at IS NULL
        UNION
        SELECT t.id FROM personal_access_tokens t JOIN family f ON t.parent_id = f.id
      )
      UPDATE personal_access_tokens SET revoked_at = COALESCE(revoked_at, now())
      WHERE id IN (SELECT id FROM family) RETURNING id`);
  });
  if (revoked.length === 0) throw notFound("token");
}
