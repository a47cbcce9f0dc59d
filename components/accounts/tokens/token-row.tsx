"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { revokeToken } from "@/lib/client/accounts";
import { announce } from "@/lib/client/announce";
import type { TokenView } from "@/lib/views";
import { Ago, Until } from "../../ui/age";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { useFailureText } from "../../ui/use-failure-text";

/** One token: what it is for, whether it is in use, and the way to end it. */
export function TokenRow({ token, onRevoked }: { token: TokenView; onRevoked: () => void }) {
  const t = useTranslations("accounts.tokens");
  const failureText = useFailureText();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");

  const revoke = async () => {
    setBusy(true);
    setError("");
    const result = await revokeToken(token.id);
    setBusy(false);
    // Gone already is what was wanted.
    if (!result.ok && result.failure.code !== "not_found") return setError(failureText(result.failure));
    setAsking(false);
    announce(t("revoked", { name: token.name }));
    onRevoked();
  };
  return (
    <li
      className="flex items-center gap-3 border-b border-line py-2.5"
      data-testid="token-row"
      data-token-id={token.id}
    >
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-medium">
          {token.name}
        </p>
        <p className="flex flex-wrap gap-x-3 text-meta text-muted">
          <span>{t.rich("created", { age: () => <Ago at={token.created_at} /> })}</span>
          <span>
            {token.last_used_at === ""
              ? t("unused")
              : t.rich("used", { age: () => <Ago at={token.last_used_at} /> })}
          </span>
          <Expiry token={token} />
        </p>
      </div>
      <Button
        variant="danger"
        aria-label={t("revokeNamed", { name: token.name })}
        onClick={() => setAsking(true)}
      >
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
          <p className="prose-text">{t("revokeExplain", { name: token.name })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function Expiry({ token }: { token: TokenView }) {
  const t = useTranslations("accounts.tokens");
  if (token.expires_at === "") return <span>{t("noExpiry")}</span>;
  if (!token.expired) return <span>{t.rich("expiry", { age: () => <Until at={token.expires_at} /> })}</span>;
  return (
    <span className="flex items-center gap-1 text-bad">
      <TriangleAlert size={12} aria-hidden />
      <span>{t.rich("expired", { age: () => <Ago at={token.expires_at} /> })}</span>
    </span>
  );
}
