import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { TokenSettings } from "@/components/accounts/tokens/token-settings";
import { SettingsNav } from "@/components/settings/settings-nav";
import { PageHeader } from "@/components/shell/page-header";
import { Texts } from "@/components/ui/texts";
import { listTokens } from "@/lib/auth/tokens/list-tokens";
import { pageRead } from "@/lib/http/page-context";
import { shellMe } from "../../shell-data";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("accounts.tokens"))("title") };
}

/** The caller's personal access tokens; on a server without accounts, why there are none. */
export default async function TokensPage() {
  const [me, t] = await Promise.all([shellMe(), getTranslations("accounts.tokens")]);
  return (
    <>
      <PageHeader title={t("title")} />
      <SettingsNav />
      <div className="column py-6">{me === null ? <NoAccounts /> : <Tokens />}</div>
    </>
  );
}

async function Tokens() {
  const [{ tokens }, t] = await Promise.all([pageRead(listTokens), getTranslations("accounts.tokens")]);
  return (
    <Texts of={["accounts"]}>
      <p className="mb-4 text-muted">{t("intro")}</p>
      <TokenSettings tokens={tokens} />
    </Texts>
  );
}

function NoAccounts() {
  const t = useTranslations("accounts.tokens");
  return (
    <p className="text-muted" data-testid="no-accounts">
      {t.rich("noAccounts", { code: (text) => <code className="font-mono text-ink">{text}</code> })}
    </p>
  );
}
