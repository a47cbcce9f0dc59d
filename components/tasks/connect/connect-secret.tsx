"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { SessionSecret } from "@/lib/client/session-secrets";
import { CopyButton } from "../../ui/copy-button";
import { SnippetTabs } from "./snippet-tabs";

/** Where an agent connects and with what, and a text for each client. */
export function ConnectSecret({ secret }: { secret: SessionSecret }) {
  const t = useTranslations("tasks.connect");
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
        <dt className="text-meta text-muted">{t("endpoint")}</dt>
        <dd className="truncate font-mono text-meta" data-testid="connect-url">
          {secret.url}
        </dd>
        <dd>
          <CopyButton text={secret.url} what={t("endpointName")} />
        </dd>
        <dt className="text-meta text-muted">{t("token")}</dt>
        <dd className="truncate font-mono text-meta" data-testid="connect-token">
          {secret.token}
        </dd>
        <dd>
          <CopyButton text={secret.token} what={t("tokenName")} />
        </dd>
      </dl>
      <p className="flex gap-1.5 text-meta text-permission">
        <KeyRound size={14} className="mt-[3px] shrink-0" aria-hidden />
        {t("once")}
      </p>
      <SnippetTabs secret={secret} />
    </>
  );
}
