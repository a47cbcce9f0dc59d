import type { ReactNode } from "react";
import type { InboxItemView } from "@/lib/views";

/** Something that waits, with the prompts of its questions rendered on the server. */
export interface InboxEntry {
  readonly item: InboxItemView;
  readonly prompts: readonly ReactNode[];
}

export interface ShownEntry extends InboxEntry {
  /** It waits no longer, and keeps its place until the reader goes on, so that nothing moves under the pointer. */
  readonly gone: boolean;
}

/** What is shown after the server has told what waits now: what was there keeps its place, what is new comes last. */
export function merged(shown: readonly ShownEntry[], waiting: readonly InboxEntry[]): readonly ShownEntry[] {
  const now = new Map(waiting.map((entry) => [entry.item.id, entry]));
  const kept = shown.map((entry) => {
    const current = now.get(entry.item.id);
    now.delete(entry.item.id);
    return current === undefined ? { ...entry, gone: true } : { ...current, gone: false };
  });
  return [...kept, ...[...now.values()].map((entry) => ({ ...entry, gone: false }))];
}

/** What is left once the reader has gone on to another entry: what waits, in the order of the server. */
export function cleaned(
  shown: readonly ShownEntry[],
  waiting: readonly InboxEntry[],
  openId: string,
): readonly ShownEntry[] {
  const open = shown.find(({ item, gone }) => gone && item.id === openId);
  const rest = waiting.map((entry) => ({ ...entry, gone: false }));
  if (open === undefined) return rest;
  const at = shown.indexOf(open);
  const before = new Set(shown.slice(0, at).map(({ item }) => item.id));
  const index = rest.filter(({ item }) => before.has(item.id)).length;
  return [...rest.slice(0, index), open, ...rest.slice(index)];
}
