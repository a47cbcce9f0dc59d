import type { Metadata } from "next";
import { TokenSettings } from "@/components/accounts/tokens/token-settings";
import { SettingsNav } from "@/components/settings/settings-nav";
import { PageHeader } from "@/components/shell/page-header";
import { listTokens } from "@/lib/auth/tokens/list-tokens";
import { pageRead } from "@/lib/http/page-context";
import { shellMe } from "../../shell-data";

export const metadata: Metadata = { title: "Access tokens" };

/** The caller's personal access tokens; on a server without accounts, why there are none. */
export default async function TokensPage() {
  const me = await shellMe();
  return (
    <>
      <PageHeader title="Access tokens" />
      <SettingsNav />
      <div className="column py-6">{me === null ? <NoAccounts /> : <Tokens />}</div>
    </>
  );
}

async function Tokens() {
  const { tokens } = await pageRead(listTokens);
  return (
    <>
      <p className="mb-4 text-muted">
        A token lets a program act as you over MCP and REST: see your tasks, and answer what your agents ask.
        An agent that asks does not need one; it has the token of its session.
      </p>
      <TokenSettings tokens={tokens} />
    </>
  );
}

function NoAccounts() {
  return (
    <p className="text-muted" data-testid="no-accounts">
      This server has no accounts, so every program on this machine can see and answer everything without a
      token. Start it with <code className="font-mono text-ink">KANDEV_AUTH=enabled</code> to get accounts,
      sign-in and access tokens.
    </p>
  );
}
