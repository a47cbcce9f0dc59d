"use client";

import { useTranslations } from "next-intl";
import type { SessionSecret } from "@/lib/client/session-secrets";
import { CodeTabs } from "../../ui/code-tabs";
import { connectSnippets } from "./snippets";

/** Ready text for each client, one at a time. */
export function SnippetTabs({ secret }: { secret: SessionSecret }) {
  const t = useTranslations("tasks");
  return (
    <CodeTabs
      label={t("client.label")}
      first="claude"
      nameOf={(client) => t("client.text", { client })}
      tabs={connectSnippets(t, secret).map(({ id, client, where, text, waiting }) => ({
        id,
        title: client,
        where,
        text,
        note: (
          <>
            {waiting} {t.rich("client.later", { code: (text) => <code className="font-mono">{text}</code> })}
          </>
        ),
      }))}
    />
  );
}
