"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { revokeAgentKey } from "@/lib/client/agent-keys";
import { announce } from "@/lib/client/announce";
import type { AgentKeyView } from "@/lib/views";
import { Ago } from "../../ui/age";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { useFailureText } from "../../ui/use-failure-text";

interface Props {
  workspaceId: string;
  agentKey: AgentKeyView;
  onRevoked: () => void;
}

/** One key: what it is for, whether it is in use, and the way to end it. */
export function AgentKeyRow({ workspaceId, agentKey, onRevoked }: Props) {
  const t = useTranslations("externalMcp.keys");
  const failureText = useFailureText();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const { id, name, created_at, last_used_at } = agentKey;

  const revoke = async () => {
    setBusy(true);
    setError("");
    const result = await revokeAgentKey(workspaceId, id);
    setBusy(false);
    // Gone already is what was wanted.
    if (!result.ok && result.failure.code !== "not_found") return setError(failureText(result.failure));
    setAsking(false);
    announce(t("revoked", { name }));
    onRevoked();
  };
  return (
    <li
      className="flex items-center gap-3 border-b border-line py-2.5"
      data-testid="key-row"
      data-key-id={id}
    >
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-medium">
          {name}
        </p>
        <p className="flex flex-wrap gap-x-3 text-meta text-muted">
          <span>{t.rich("created", { age: () => <Ago at={created_at} /> })}</span>
          <span>
            {last_used_at === "" ? t("unused") : t.rich("used", { age: () => <Ago at={last_used_at} /> })}
          </span>
        </p>
      </div>
      <Button variant="danger" aria-label={t("revokeNamed", { name })} onClick={() => setAsking(true)}>
        {t("revoke")}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t("revokeTitle")}
          confirmLabel={t("revokeConfirm")}
          error={error}
          busy={busy}
          onConfirm={() => void revoke()}
          onClose={() => {
            setAsking(false);
            setError("");
          }}
        >
          <p className="prose-text">{t("revokeExplain", { name })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
