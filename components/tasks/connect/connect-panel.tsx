"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { findSecret, onSecretChange } from "@/lib/client/session-secrets";
import type { SessionSummaryView } from "@/lib/views";
import { ConnectButton } from "./connect-button";
import { ConnectStatus } from "./connect-status";

/** Only this tab has the secret of a session it made, so no page begins with it. */
const Secret = lazy(() => import("./connect-secret").then((module) => ({ default: module.ConnectSecret })));

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
      {!connected && secret !== null && (
        <Suspense>
          <Secret secret={secret} />
        </Suspense>
      )}
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
