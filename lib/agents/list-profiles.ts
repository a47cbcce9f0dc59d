import { asc } from "drizzle-orm";
import { agentProfiles } from "@/db/schema/agents";
import type { Context } from "@/lib/context";
import type { AgentProfileView } from "@/lib/views";
import { builtInProfiles, profileOf } from "./profile";
import { profileView } from "./profile-view";

/** The agents that can be launched here: those that were added, oldest first, then the built-in ones. */
export async function listProfiles(
  ctx: Context,
): Promise<{ agent_profiles: AgentProfileView[]; total: number }> {
  const rows = await ctx.app.db
    .select()
    .from(agentProfiles)
    .orderBy(asc(agentProfiles.createdAt), asc(agentProfiles.id));
  const profiles = [...rows.map(profileOf), ...builtInProfiles()].map(profileView);
  return { agent_profiles: profiles, total: profiles.length };
}
