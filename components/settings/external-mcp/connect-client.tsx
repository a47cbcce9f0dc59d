"use client";

import { LoaderCircle, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createToken } from "@/lib/client/accounts";
import { Button } from "../../ui/button";
import { useFailureText } from "../../ui/use-failure-text";
import { ClientTexts } from "./client-texts";
import { ConnectionTest } from "./connection-test";
import { ShownOnce } from "./shown-once";

const TOKEN_DAYS = 90;
const PLACEHOLDER = "YOUR_TOKEN";

interface Props {
  url: string;
  /** The server has accounts, so a client needs a token. */
  accounts: boolean;
}

/** Makes the token that a client needs, fills it into the client's configuration, and tries both. */
export function ConnectClient({ url, accounts }: Props) {
  const t = useTranslations("externalMcp");
  const failureText = useFailureText();
  const [token, setToken] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");

  const make = async () => {
    setBusy(true);
    setError("");
    const day = new Date().toISOString().slice(0, 10);
    const made = await createToken({ name: t("token.name", { day }), expires_in_days: TOKEN_DAYS });
    setBusy(false);
    if (made.ok) setToken(made.value.token);
    else setError(failureText(made.failure));
  };
  const shown = token === "" ? PLACEHOLDER : token;
  return (
    <>
      <section aria-labelledby="token-heading" className="mt-8">
        <h2 id="token-heading" className="font-semibold">
          {t("token.heading")}
        </h2>
        {!accounts && (
          <p className="mt-1 text-muted" data-testid="no-token-needed">
            {t.rich("token.none", { code: (text) => <code className="font-mono text-ink">{text}</code> })}
          </p>
        )}
        {accounts && (
          <>
            <p className="mt-1 mb-2 text-muted">{t("token.explain", { days: TOKEN_DAYS })}</p>
            <Button
              variant={token === "" ? "primary" : "plain"}
              blocked={busy}
              data-testid="make-token"
              onClick={() => void make()}
            >
              {busy ? (
                <LoaderCircle size={16} className="animate-spin" aria-hidden />
              ) : (
                <Plus size={16} aria-hidden />
              )}
              {t(token === "" ? "token.make" : "token.another")}
            </Button>
            {error !== "" && (
              <p role="alert" className="prose-text mt-2 text-meta text-bad">
                {error}
              </p>
            )}
            {token !== "" && (
              <ShownOnce
                key={token}
                title={t("token.made")}
                warning={t("token.once")}
                name={t("token.value")}
                value={token}
                testId="external-token"
              >
                <p className="mt-2 text-meta text-muted">
                  {t.rich("token.revoke", {
                    link: (text) => (
                      <Link href="/settings/tokens" prefetch={false} className="text-accent-text underline">
                        {text}
                      </Link>
                    ),
                  })}
                </p>
              </ShownOnce>
            )}
          </>
        )}
      </section>
      <section aria-labelledby="clients-heading" className="mt-8">
        <h2 id="clients-heading" className="mb-2 font-semibold">
          {t("clients.heading")}
        </h2>
        {accounts && token === "" && (
          <p className="mb-2 text-muted">{t("clients.placeholder", { placeholder: PLACEHOLDER })}</p>
        )}
        <ClientTexts
          target={{ url, headers: accounts ? { Authorization: `Bearer ${shown}` } : {}, patient: false }}
        />
      </section>
      <ConnectionTest url={url} token={token} accounts={accounts} />
    </>
  );
}
