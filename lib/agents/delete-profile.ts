import { eq } from "drizzle-orm";
import { agentProfiles } from "@/db/schema/agents";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { requireAdmin } from "./create-profile";

/** Removes a profile; agents that run with it go on until they end. Throws forbidden, not_found. */
export async function deleteProfile(ctx: Context, input: { readonly profileId: string }): Promise<void> {
  requireAdmin(ctx);
  const removed = await ctx.app.db
    .delete(agentProfiles)
    .where(eq(agentProfiles.id, input.profileId))
    .returning({ id: agentProfiles.id });
  if (removed.length === 0) throw notFound("agent profile");
}
