"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { requestRefresh } from "@/lib/client/live/live-store";
import type { TokenView } from "@/lib/views";
import { NewToken, type ShownToken } from "./new-token";
import { TokenForm } from "./token-form";
import { TokenRow } from "./token-row";

/** Making, seeing and revoking one's personal access tokens. */
export function TokenSettings({ tokens }: { tokens: readonly TokenView[] }) {
  const t = useTranslations("accounts.tokens");
  const [made, setMade] = useState<ShownToken | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that had the focus goes with its row. Nothing can be focused before the dialog is gone.
  const [revoked, setRevoked] = useState("");
  useEffect(() => {
    if (revoked !== "") heading.current?.focus();
  }, [revoked]);

  const onRevoked = (id: string) => {
    if (made?.id === id) setMade(null);
    setRevoked(id);
    requestRefresh();
  };
  return (
    <>
      <TokenForm
        onMade={(token) => {
          setMade(token);
          requestRefresh();
        }}
      />
      {made !== null && <NewToken key={made.id} token={made} onDone={() => setMade(null)} />}
      <section aria-labelledby="tokens-heading" className="mt-8">
        <h2 id="tokens-heading" ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {t("yours")}
        </h2>
        {tokens.length === 0 ? (
          <p className="mt-1 text-muted" data-testid="tokens-empty">
            {t("empty")}
          </p>
        ) : (
          <ul className="mt-2 border-t border-line">
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRevoked={() => onRevoked(token.id)} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
