import { ArrowLeft } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { TokenSettings } from "@/components/accounts/tokens/token-settings";
import { listTokens } from "@/lib/auth/tokens/list-tokens";
import { pageRead } from "@/lib/http/page-context";
import { shellMe } from "../../shell-data";

export const metadata: Metadata = { title: "Access tokens" };

/** The caller's personal access tokens; on a server without accounts, why there are none. */
export default async function TokensPage() {
  const me = await shellMe();
  return (
    <>
      <header className="flex h-11 items-center gap-2 border-b border-line ps-1 pe-4 md:ps-4">
        <Link
          href="/"
          prefetch={false}
          aria-label="All tasks"
          className="flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover md:hidden pointer-coarse:size-11"
        >
          <ArrowLeft size={16} aria-hidden />
        </Link>
        <h1 className="font-semibold">Access tokens</h1>
      </header>
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
