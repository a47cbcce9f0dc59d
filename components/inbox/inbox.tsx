"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { loadPermissionDock } from "../chat/permission-dock/lazy-permission-dock";
import { announce } from "@/lib/client/announce";
import { snooze } from "@/lib/client/inbox";
import { requestRefresh } from "@/lib/client/live/live-store";
import type { InboxDecisionView } from "@/lib/views";
import { isTextField } from "../ui/shortcut-scope";
import { useFailureText } from "../ui/use-failure-text";
import { cleaned, type InboxEntry, merged, type ShownEntry } from "./entries";
import { InboxRow } from "./inbox-row";

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };

interface Props {
  entries: readonly InboxEntry[];
  /** What was decided lately: it tells what became of an entry that was open here. */
  recent: readonly InboxDecisionView[];
}

/** Everything that waits, oldest first, one of them open to be answered in place. `j` and `k` go along the entries. */
export function Inbox({ entries, recent }: Props) {
  const t = useTranslations("inbox");
  const failureText = useFailureText();
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<readonly ShownEntry[]>(() => merged([], entries));
  const [openId, setOpenId] = useState(entries[0]?.item.id ?? "");
  const [failure, setFailure] = useState("");
  const [seen, setSeen] = useState(entries);
  if (seen !== entries) {
    setSeen(entries);
    setShown(merged(shown, entries));
  }

  useEffect(() => void loadPermissionDock().catch(() => undefined), []); // opening a row tries again

  const known = useRef(new Set(entries.map(({ item }) => item.id)));
  useEffect(() => {
    const fresh = entries.filter(({ item }) => !known.current.has(item.id));
    for (const { item } of fresh) known.current.add(item.id);
    const [first] = fresh;
    if (first !== undefined) announce(t("arrived", { kind: first.item.kind, title: first.item.task.title }));
  }, [entries, t]);

  const open = (id: string) => {
    setOpenId(id);
    setShown(cleaned(shown, entries, id));
  };
  const go = (by: 1 | -1) => {
    const at = shown.findIndex(({ item }) => item.id === openId);
    const next = shown[at < 0 ? 0 : at + by];
    if (next === undefined) return;
    open(next.item.id);
    // What had the focus is about to close.
    requestAnimationFrame(() => panelOf(list.current, next.item.id)?.focus());
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    if (isTextField(event.target) || document.querySelector("dialog[open], [role=menu]") !== null) return;
    event.preventDefault();
    go(by);
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey); // from anywhere on the page, a dock included
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const putAside = async (entry: ShownEntry, minutes: number) => {
    setFailure("");
    const result = await snooze(entry.item.id, minutes);
    if (!result.ok) return setFailure(t("notAside", { reason: failureText(result.failure) }));
    announce(t(minutes === 0 ? "backSaid" : "asideSaid"));
    if (entry.item.id === openId) go(1);
    setShown((now) => now.filter(({ item }) => item.id !== entry.item.id));
    requestRefresh();
  };
  return (
    <div>
      <p role="alert" className="px-4 py-1 text-meta text-bad empty:hidden">
        {failure}
      </p>
      <ul ref={list} aria-label={t("waiting")} className="border-t border-line" data-testid="inbox">
        {shown.map((entry) => (
          <InboxRow
            key={entry.item.id}
            entry={entry}
            open={entry.item.id === openId}
            recent={recent}
            onToggle={() => open(entry.item.id === openId ? "" : entry.item.id)}
            onPutAside={(minutes) => void putAside(entry, minutes)}
          />
        ))}
      </ul>
    </div>
  );
}

const panelOf = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-item-id="${CSS.escape(id)}"] section`);
