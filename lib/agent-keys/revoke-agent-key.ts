import { and, eq, isNull, sql } from "drizzle-orm";
import { agentKeys } from "@/db/schema/workspaces";
import { authorizeWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";

/**
 * Revokes a workspace's key: refused from the next call on, and the calls that its agents hold end within a second on every
 * server. What they asked stays open and answerable. Throws not_found, for a key that is revoked already too.
 */
export async function revokeAgentKey(
  ctx: Context,
  input: { readonly workspaceId: string; readonly keyId: string },
): Promise<void> {
  await authorizeWorkspace(ctx, input.workspaceId, "agent key");
  const revoked = await ctx.app.db
    .update(agentKeys)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(agentKeys.id, input.keyId),
        eq(agentKeys.workspaceId, input.workspaceId),
        isNull(agentKeys.revokedAt),
      ),
    )
    .returning({ id: agentKeys.id });
  if (revoked.length === 0) throw notFound("agent key");
}
