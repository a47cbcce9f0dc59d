import type { Metadata } from "next";
import { AgentSettings } from "@/components/settings/agents/agent-settings";
import { SettingsNav } from "@/components/settings/settings-nav";
import { PageHeader } from "@/components/shell/page-header";
import { listProfiles } from "@/lib/agents/list-profiles";
import { pageContext, pageRead } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "Agents" };

/** The agents that this server can start; with accounts only an admin changes them. */
export default async function AgentsPage() {
  const { actor } = await pageContext();
  const { agent_profiles: profiles } = await pageRead(listProfiles);
  return (
    <>
      <PageHeader title="Agents" />
      <SettingsNav />
      <div className="column py-6">
        <p className="mb-4 text-muted">
          This server starts these on a task, gives them your messages, and brings you what they ask. They
          speak the Agent Client Protocol.
        </p>
        <AgentSettings profiles={profiles} readOnly={actor.kind === "user" && actor.role !== "admin"} />
      </div>
    </>
  );
}
