import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AgentSettings } from "@/components/settings/agents/agent-settings";
import { SettingsNav } from "@/components/settings/settings-nav";
import { PageHeader } from "@/components/shell/page-header";
import { listProfiles } from "@/lib/agents/list-profiles";
import { pageContext, pageRead } from "@/lib/http/page-context";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings.agents"))("title") };
}

/** The agents that this server can start; with accounts only an admin changes them. */
export default async function AgentsPage() {
  const { actor } = await pageContext();
  const [{ agent_profiles: profiles }, t] = await Promise.all([
    pageRead(listProfiles),
    getTranslations("settings.agents"),
  ]);
  return (
    <>
      <PageHeader title={t("title")} />
      <SettingsNav />
      <div className="column py-6">
        <p className="mb-4 text-muted">{t("intro")}</p>
        <AgentSettings profiles={profiles} readOnly={actor.kind === "user" && actor.role !== "admin"} />
      </div>
    </>
  );
}
