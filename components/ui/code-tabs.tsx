"use client";

import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

export interface CodeTab {
  readonly id: string;
  readonly title: string;
  /** Where the text goes. */
  readonly where: string;
  readonly text: string;
  readonly note?: ReactNode;
}

interface Props {
  label: string;
  tabs: readonly CodeTab[];
  /** Names a tab's text, for who does not see it. */
  nameOf: (title: string) => string;
  /** The tab that is open at first. */
  first: string;
}

/** Texts to copy, one for each client, one at a time. */
export function CodeTabs({ label, tabs, nameOf, first }: Props) {
  return (
    <Tabs.Root defaultValue={first} className="min-w-0">
      <Tabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ id, title }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="-mb-px h-8 shrink-0 border-b-2 border-transparent px-2 font-medium text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink pointer-coarse:h-11"
          >
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ id, title, where, text, note }) => (
        <Tabs.Content key={id} value={id} className="pt-2" data-testid={`snippet-${id}`}>
          <div className="flex items-center justify-between gap-2">
            <p className="min-w-0 text-meta [overflow-wrap:anywhere] text-muted">{where}</p>
            <CopyButton text={text} what={nameOf(title)} />
          </div>
          <pre
            tabIndex={0}
            role="group"
            aria-label={nameOf(title)}
            dir="ltr"
            className="mt-1 overflow-x-auto rounded-md border border-line bg-panel p-2.5 font-mono text-meta"
          >
            {text}
          </pre>
          {note !== undefined && <p className="mt-2 text-meta text-muted">{note}</p>}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
