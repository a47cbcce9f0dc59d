import type { AgentProfileView } from "@/lib/views";
import type { AgentProfile } from "./profile";

/** A profile as it leaves the server: the names in its environment, never the values. */
export const profileView = (profile: AgentProfile): AgentProfileView => ({
  id: profile.id,
  name: profile.name,
  command: profile.command,
  args: profile.args,
  env_names: Object.keys(profile.env),
  cwd: profile.cwd,
  auto_approve: profile.autoApprove,
  built_in: profile.builtIn,
});
