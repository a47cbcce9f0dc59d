import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "@/lib/context";
import { toRfc3339 } from "@/lib/time";
import type { TokenView } from "@/lib/views";
import { personOf } from "./owner";

const time = z
  .string()
  .nullable()
  .transform((value) => (value === null ? "" : toRfc3339(value)));

const rows = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    created_at: time,
    last_used_at: time,
    expires_at: time,
    expired: z.boolean(),
  }),
);

/** The caller's tokens that are not revoked, newest first; '' for a time that is not. Throws not_found without accounts. */
export async function listTokens(ctx: Context): Promise<{ tokens: TokenView[]; total: number }> {
  const { userId } = personOf(ctx.actor);
  const tokens = rows.parse([
    ...(await ctx.app.db.execute(sql`
      SELECT id, name, created_at, last_used_at, expires_at, COALESCE(expires_at <= now(), false) AS expired
      FROM personal_access_tokens WHERE user_id = ${userId} AND revoked_at IS NULL
      ORDER BY created_at DESC, id`)),
  ]);
  return { tokens, total: tokens.length };
}
