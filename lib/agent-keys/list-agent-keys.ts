import { and, desc, eq, sql } from "drizzle-orm";
import { agentKeys } from "@/db/schema/workspaces";
import { authorizeWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { toRfc3339 } from "@/lib/time";
import type { AgentKeyView } from "@/lib/views";

/** A workspace's keys that still open something, newest first; '' for one that was never used. Throws not_found. */
export async function listAgentKeys(
  ctx: Context,
  input: { readonly workspaceId: string },
): Promise<{ agent_keys: AgentKeyView[]; total: number }> {
  await authorizeWorkspace(ctx, input.workspaceId);
  const rows = await ctx.app.db
    .select({
      id: agentKeys.id,
      name: agentKeys.name,
      created_at: agentKeys.createdAt,
      last_used_at: agentKeys.lastUsedAt,
    })
    .from(agentKeys)
    .where(
      and(
        eq(agentKeys.workspaceId, input.workspaceId),
        sql`${agentKeys.id} IN (SELECT id FROM valid_credentials WHERE via = 'agent_key' AND workspace_id = ${input.workspaceId})`,
      ),
    )
    .orderBy(desc(agentKeys.createdAt), agentKeys.id);
  const keys = rows.map((row) => ({
    ...row,
    created_at: toRfc3339(row.created_at),
    last_used_at: row.last_used_at === null ? "" : toRfc3339(row.last_used_at),
  }));
  return { agent_keys: keys, total: keys.length };
}
