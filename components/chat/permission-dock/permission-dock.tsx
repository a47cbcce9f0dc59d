"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import type { OpenPermissionView, SettledPermissionView } from "@/lib/views";
import { usePermissions } from "../../decisions/permission/use-permissions";
import { DockHeader } from "./dock-header";
import { PermissionCard } from "./permission-card";
import { useBelow } from "./use-below";
import { useDockKeys } from "./use-dock-keys";
import type { Hold } from "./use-hold";
import { useLetGo } from "./use-let-go";
import { useSaid } from "./use-said";
import { useSettling } from "./use-settling";

interface Props {
  open: readonly OpenPermissionView[];
  settled: readonly SettledPermissionView[];
  /** Something that waits besides the prompts, for the header. */
  also: ReactNode;
  dock: RefObject<HTMLElement | null>;
  hold: Hold;
}

/**
 * The live permission prompts between transcript and composer, all of them. A new one comes last; while the mouse or the
 * keyboard is in here nothing changes its place: the dock keeps its height, and a prompt that is settled keeps its own.
 */
export function PermissionDock({ open, settled, also, dock, hold }: Props) {
  const t = useTranslations("chat.permissions");
  const { held, handlers } = hold;
  const { entries, decide, dismiss } = usePermissions(open);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const bodyId = useId();
  const settling = useSettling(content, held);
  const { below, showBelow } = useBelow(scroller, content);
  const waiting = entries.filter(({ phase }) => phase.kind !== "closed");
  const settledOf = (id: string) => settled.find(({ request_id }) => request_id === id) ?? null;
  useSaid(entries, settledOf);

  // Collapsed for these prompts only: a new one shows itself, unless that would move something under the pointer.
  const [collapsedFor, setCollapsedFor] = useState<ReadonlySet<string> | null>(null);
  const isNew = waiting.some(({ prompt }) => collapsedFor?.has(prompt.request_id) === false);
  const collapsed = waiting.length > 0 && collapsedFor !== null && (held || !isNew);
  const expand = () => setCollapsedFor(null);
  const collapse = () => {
    const focusInside = scroller.current?.contains(document.activeElement) === true;
    setCollapsedFor(new Set(waiting.map(({ prompt }) => prompt.request_id)));
    if (focusInside) toggle.current?.focus();
  };
  const onKeyDown = useDockKeys({ dock, collapsed, onCollapse: collapse, onExpand: expand });

  useLetGo(dock, hold, entries.length - waiting.length);
  // A second prompt would take room from the first: what is held keeps what it has.
  const [alone, setAlone] = useState(waiting.length === 1);
  if (!held && alone !== (waiting.length === 1)) setAlone(waiting.length === 1);
  const height = useRef(0);
  useLayoutEffect(() => {
    const body = scroller.current;
    if (body === null) return;
    const frozen = held && !collapsed && entries.length > 1;
    if (frozen && body.style.height === "") body.style.height = `${height.current}px`;
    if (!frozen) body.style.height = "";
    if (!frozen) height.current = body.offsetHeight;
  });
  // Whoever worked in here goes on in here: what had the focus may have been put away.
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const card = content.current?.querySelector<HTMLElement>("[data-permission-card]");
    (card ?? dock.current?.closest<HTMLElement>("section[tabindex]"))?.focus({ preventScroll: true });
  });

  return (
    <section
      ref={dock}
      aria-label={t("label")}
      data-testid="permission-dock"
      data-empty={entries.length === 0 || undefined}
      data-held={held || undefined}
      className="permission-dock flex min-h-0 flex-col border-t border-permission bg-raised data-empty:hidden"
      onKeyDown={onKeyDown}
      {...handlers}
      onFocusCapture={() => (hadFocus.current = true)}
      onBlurCapture={() => (hadFocus.current = false)}
    >
      {waiting.length > 0 && (
        <DockHeader
          count={waiting.length}
          below={below}
          collapsed={collapsed}
          bodyId={bodyId}
          toggleRef={toggle}
          also={also}
          onShowBelow={showBelow}
          onToggle={collapsed ? expand : collapse}
        />
      )}
      <div
        id={bodyId}
        ref={scroller}
        hidden={collapsed}
        className="min-h-0 overflow-y-auto overscroll-contain"
      >
        <div ref={content}>
          {entries.map((entry) => (
            <PermissionCard
              key={entry.prompt.request_id}
              entry={entry}
              settled={settledOf(entry.prompt.request_id)}
              held={held}
              blocked={settling}
              alone={alone}
              onDecide={(choice) => decide(entry.prompt, choice)}
              onDismiss={dismiss}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
