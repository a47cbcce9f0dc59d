import type { Metadata } from "next";
import { headers } from "next/headers";
import { getMessages, getTranslations } from "next-intl/server";
import { AgentKeys } from "@/components/settings/external-mcp/agent-keys";
import { Catalogue } from "@/components/settings/external-mcp/catalogue";
import { ConnectClient } from "@/components/settings/external-mcp/connect-client";
import { SettingsNav } from "@/components/settings/settings-nav";
import { PageHeader } from "@/components/shell/page-header";
import { CopyButton } from "@/components/ui/copy-button";
import { Texts } from "@/components/ui/texts";
import { listAgentKeys } from "@/lib/agent-keys/list-agent-keys";
import { isLoopback } from "@/lib/env";
import { pageContext, pageRead } from "@/lib/http/page-context";
import { pageOrigin } from "@/lib/http/session-endpoint";
import { describeCatalogue } from "@/lib/mcp/describe-catalogue";
import { ownWorkspaces } from "@/lib/workspaces/own-workspaces";

interface Props {
  searchParams: Promise<{ workspace?: string | string[] }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("externalMcp"))("title") };
}

/** How programs outside this one connect: clients that answer, and agents that ask with a key of their workspace. */
export default async function ExternalMcpPage({ searchParams }: Props) {
  const { env } = (await pageContext()).app;
  const [t, messages, origin, { workspace }] = await Promise.all([
    getTranslations("externalMcp"),
    getMessages(),
    headers().then((list) => pageOrigin(env, list)),
    searchParams,
  ]);
  const workspaces = await pageRead(ownWorkspaces);
  const workspaceId = workspaces.find(({ id }) => id === workspace)?.id ?? workspaces[0]?.id ?? "";
  const { agent_keys: keys } = await pageRead((ctx) => listAgentKeys(ctx, { workspaceId }));
  const accounts = env.KANDEV_AUTH === "enabled";
  const url = `${origin}/mcp`;
  return (
    <>
      <PageHeader title={t("title")} />
      <SettingsNav />
      <div className="column py-6">
        <p className="text-muted">{t("intro")}</p>
        <p className="mt-2" data-testid="who-may">
          {t(accounts ? "guarded" : isLoopback(env.HOST) ? "open" : "openToNetwork")}
        </p>
        <section aria-labelledby="endpoint-heading" className="mt-6">
          <h2 id="endpoint-heading" className="font-semibold">
            {t("endpoint.heading")}
          </h2>
          <p className="mt-1 flex items-center gap-2">
            <code className="min-w-0 font-mono [overflow-wrap:anywhere]" data-testid="endpoint">
              {url}
            </code>
            <CopyButton text={url} what={t("endpoint.name")} />
          </p>
          <p className="text-meta text-muted">{t("endpoint.protocol")}</p>
        </section>
        <Texts of={["externalMcp"]}>
          <ConnectClient url={url} accounts={accounts} />
          <AgentKeys url={`${url}/session`} workspaces={workspaces} workspaceId={workspaceId} keys={keys} />
        </Texts>
        <Catalogue groups={describeCatalogue(messages.externalMcp)} />
      </div>
    </>
  );
}
