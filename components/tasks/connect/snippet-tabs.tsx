"use client";

import type { SessionSecret } from "@/lib/client/session-secrets";
import { CodeTabs } from "../../ui/code-tabs";
import { connectSnippets } from "./snippets";

/** Ready text for each client, one at a time. */
export function SnippetTabs({ secret }: { secret: SessionSecret }) {
  return (
    <CodeTabs
      label="Client"
      first="claude"
      nameOf={(client) => `the text for ${client}`}
      tabs={connectSnippets(secret).map(({ id, client, where, text, waiting }) => ({
        id,
        title: client,
        where,
        text,
        note: (
          <>
            {waiting} An agent whose call has ended gets the answer later with{" "}
            <code className="font-mono">check_question_kandev</code>.
          </>
        ),
      }))}
    />
  );
}
