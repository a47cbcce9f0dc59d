import { eq, sql } from "drizzle-orm";
import { workspaces } from "@/db/schema/workspaces";
import { authorizeWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";

/**
 * Deletes an empty workspace with its workflows and agent keys. One that still has tasks, archived ones too, is kept: without
 * it everybody would see them (L1c). Throws not_found, conflict.
 */
export async function deleteWorkspace(ctx: Context, input: { readonly workspaceId: string }): Promise<void> {
  await authorizeWorkspace(ctx, input.workspaceId);
  await ctx.app.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM workspaces WHERE id = ${input.workspaceId} FOR UPDATE`);
    const held = await tx.execute(sql`SELECT 1 FROM tasks WHERE workspace_id = ${input.workspaceId} LIMIT 1`);
    if (held.length > 0)
      throw new AppError("conflict", "the workspace still has tasks; delete them, archived ones too, first");
    await tx.delete(workspaces).where(eq(workspaces.id, input.workspaceId));
  });
}
