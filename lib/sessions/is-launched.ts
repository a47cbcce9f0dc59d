import { sql } from "drizzle-orm";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";

/** True when an agent of this product works in the session, false when somebody else runs it. Throws not_found. */
export async function isLaunched(ctx: Context, sessionId: string): Promise<boolean> {
  await authorizeSession(ctx, sessionId);
  const rows = await ctx.app.db.execute(
    sql`SELECT 1 FROM task_sessions WHERE id = ${sessionId} AND agent_profile_id IS NOT NULL`,
  );
  return rows.length > 0;
}
