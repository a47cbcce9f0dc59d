"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { findSecret, onSecretChange, type SessionSecret } from "@/lib/client/session-secrets";
import type { SessionSummaryView } from "@/lib/views";
import { CopyButton } from "../../ui/copy-button";
import { ConnectButton } from "./connect-button";
import { ConnectStatus } from "./connect-status";
import { SnippetTabs } from "./snippet-tabs";

interface Props {
  session: SessionSummaryView;
  /** Something was said or asked in the session already, by whatever way. */
  talking: boolean;
}

/** How to connect an agent to a session, until its first call; whoever watched for that is told that it came. */
export function ConnectPanel({ session, talking }: Props) {
  const t = useTranslations("tasks.connect");
  const secret = useSyncExternalStore(
    onSecretChange,
    () => findSecret(session.id),
    () => null,
  );
  const connected = session.connected_at !== "";
  const [waited] = useState(!connected);
  if (!waited || (talking && !connected && secret === null)) return null;
  return (
    <section aria-label={t("section")} className="column flex flex-col gap-4 py-4">
      <ConnectStatus connectedAt={session.connected_at} />
      {!connected && secret !== null && <Secret secret={secret} />}
      {!connected && secret === null && (
        <div>
          <p className="text-muted">{t("gone")}</p>
          <div className="mt-2">
            <ConnectButton taskId={session.task_id} label={t("newSession")} />
          </div>
        </div>
      )}
    </section>
  );
}

function Secret({ secret }: { secret: SessionSecret }) {
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
