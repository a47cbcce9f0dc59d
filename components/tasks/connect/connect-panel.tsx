"use client";

import { KeyRound } from "lucide-react";
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
  const secret = useSyncExternalStore(
    onSecretChange,
    () => findSecret(session.id),
    () => null,
  );
  const connected = session.connected_at !== "";
  const [waited] = useState(!connected);
  if (!waited || (talking && !connected && secret === null)) return null;
  return (
    <section aria-label="Connect an agent" className="column flex flex-col gap-4 py-4">
      <ConnectStatus connectedAt={session.connected_at} />
      {!connected && secret !== null && <Secret secret={secret} />}
      {!connected && secret === null && (
        <div>
          <p className="text-muted">
            The token of this session was shown once, when it was made. If you no longer have it, make a new
            session: it gets a token of its own.
          </p>
          <div className="mt-2">
            <ConnectButton taskId={session.task_id} label="New session" />
          </div>
        </div>
      )}
    </section>
  );
}

function Secret({ secret }: { secret: SessionSecret }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
        <dt className="text-meta text-muted">Endpoint</dt>
        <dd className="truncate font-mono text-meta" data-testid="connect-url">
          {secret.url}
        </dd>
        <dd>
          <CopyButton text={secret.url} what="the endpoint" />
        </dd>
        <dt className="text-meta text-muted">Token</dt>
        <dd className="truncate font-mono text-meta" data-testid="connect-token">
          {secret.token}
        </dd>
        <dd>
          <CopyButton text={secret.token} what="the token" />
        </dd>
      </dl>
      <p className="flex gap-1.5 text-meta text-permission">
        <KeyRound size={14} className="mt-[3px] shrink-0" aria-hidden />
        The token is shown this once and not kept. Copy it before you leave or reload this page.
      </p>
      <SnippetTabs secret={secret} />
    </>
  );
}
