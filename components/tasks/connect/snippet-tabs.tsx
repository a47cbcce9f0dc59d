"use client";

import { Tabs } from "radix-ui";
import type { SessionSecret } from "@/lib/client/session-secrets";
import { CopyButton } from "../../ui/copy-button";
import { connectSnippets } from "./snippets";

/** Ready text for each client, one at a time. */
export function SnippetTabs({ secret }: { secret: SessionSecret }) {
  const snippets = connectSnippets(secret);
  return (
    <Tabs.Root defaultValue="claude" className="min-w-0">
      <Tabs.List aria-label="Client" className="flex gap-1 overflow-x-auto border-b border-line">
        {snippets.map((snippet) => (
          <Tabs.Trigger
            key={snippet.id}
            value={snippet.id}
            className="-mb-px h-8 shrink-0 border-b-2 border-transparent px-2 font-medium text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink pointer-coarse:h-11"
          >
            {snippet.client}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {snippets.map((snippet) => (
        <Tabs.Content
          key={snippet.id}
          value={snippet.id}
          className="pt-2"
          data-testid={`snippet-${snippet.id}`}
        >
          <div className="flex items-center justify-between gap-2">
            <p className="text-meta text-muted">{snippet.where}</p>
            <CopyButton text={snippet.text} what={`the text for ${snippet.client}`} />
          </div>
          <pre
            tabIndex={0}
            aria-label={`Text for ${snippet.client}`}
            className="mt-1 overflow-x-auto rounded-md border border-line bg-panel p-2.5 font-mono text-meta"
          >
            {snippet.text}
          </pre>
          <p className="mt-2 text-meta text-muted">
            {snippet.waiting} An agent whose call has ended gets the answer later with{" "}
            <code className="font-mono">check_question_kandev</code>.
          </p>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
