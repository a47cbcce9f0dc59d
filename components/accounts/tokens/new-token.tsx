"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { FIELD } from "../../ui/field";

/** A token that was just made: the only time its value is known. */
export interface ShownToken {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  /** Where this server was opened, for what is pasted elsewhere. */
  readonly origin: string;
}

/** The value of a new token, once, and what to do with it. */
export function NewToken({ token, onDone }: { token: ShownToken; onDone: () => void }) {
  const t = useTranslations("accounts.newToken");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const command = `claude mcp add --transport http kandev ${token.origin}/mcp --header "Authorization: Bearer ${token.token}"`;
  return (
    <section
      aria-labelledby="new-token-heading"
      className="mt-4 animate-rise rounded-md border border-line-strong bg-panel p-3"
      data-testid="new-token"
    >
      <h2 id="new-token-heading" ref={heading} tabIndex={-1} className="font-semibold outline-none">
        <span className="prose-text">{t("title", { name: token.name })}</span>
      </h2>
      <p className="mt-1 flex gap-1.5 text-meta text-permission">
        <KeyRound size={14} className="mt-[3px] shrink-0" aria-hidden />
        {t("once")}
      </p>
      <div className="mt-2 flex items-center gap-1">
        <input
          readOnly
          dir="ltr"
          aria-label={t("value")}
          className={`${FIELD} font-mono text-meta`}
          value={token.token}
          onFocus={(event) => event.target.select()}
          data-testid="new-token-value"
        />
        <CopyButton text={token.token} what={t("tokenName")} />
      </div>
      <div className="mt-3 flex items-center justify-between gap-2">
        <h3 className="text-meta text-muted">{t("command")}</h3>
        <CopyButton text={command} what={t("commandName")} />
      </div>
      <pre
        className="mt-1 rounded-md border border-line bg-raised p-2.5 font-mono text-meta whitespace-pre-wrap"
        data-testid="new-token-command"
      >
        {command}
      </pre>
      <div className="mt-3 flex justify-end">
        <Button onClick={onDone} data-testid="new-token-done">
          {t("done")}
        </Button>
      </div>
    </section>
  );
}
