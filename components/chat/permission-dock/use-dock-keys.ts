"use client";

import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { isComposing, isTextField, useShortcuts } from "../../ui/shortcut-scope";

const CARD = "[data-permission-card]";
const OPTION = "button[data-option]";

interface Keys {
  dock: RefObject<HTMLElement | null>;
  collapsed: boolean;
  onCollapse: () => void;
  onExpand: () => void;
}

/**
 * The dock's keys. Only in a prompt that has the focus: 1-9 choose, left and right go along its options, up and down to the
 * other prompts. Escape collapses and never answers; `p` comes here from anywhere. Keys of the dock are nobody else's.
 */
export function useDockKeys({ dock, collapsed, onCollapse, onExpand }: Keys) {
  const expand = useRef(onExpand);
  useEffect(() => {
    expand.current = onExpand;
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const modified = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey;
      if (event.key !== "p" || modified || event.repeat || event.defaultPrevented) return;
      if (isTextField(event.target) || document.querySelector("dialog[open], [role=menu]") !== null) return;
      const card = dock.current?.querySelector<HTMLElement>(`${CARD}:not([data-phase=closed])`);
      if (card === null || card === undefined) return;
      event.preventDefault();
      flushSync(expand.current); // what is hidden cannot have the focus
      card.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [dock]);

  useShortcuts((event) => {
    if (event.key === "Escape" && !collapsed && !isComposing(event)) onCollapse();
  });

  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Tab" || isComposing(event)) return;
    event.stopPropagation();
    if (collapsed || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const act = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (event.key === "Escape") return act(onCollapse);
    const target = event.target instanceof Element ? event.target : null;
    const card = target?.closest<HTMLElement>(CARD);
    if (card === null || card === undefined) return;
    const options = [...card.querySelectorAll<HTMLElement>(OPTION)];
    if (/^[1-9]$/.test(event.key)) {
      const option = options[Number(event.key) - 1];
      if (option !== undefined && !event.repeat) act(() => option.click());
      return;
    }
    const by = STEPS[event.key];
    if (by === undefined) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight")
      return act(() => neighbour(options, target, by)?.focus());
    if (target?.tagName === "PRE" && target.scrollHeight > target.clientHeight) return; // scrolls
    const cards = [...(dock.current?.querySelectorAll<HTMLElement>(CARD) ?? [])];
    const next = cards[cards.indexOf(card) + by];
    if (next !== undefined) act(() => next.focus());
  };
}

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

/** The option after or before the one that has the focus; the first or last when none has. */
function neighbour(options: readonly HTMLElement[], target: Element | null, by: 1 | -1) {
  const at = options.findIndex((option) => option === target);
  if (at === -1) return by === 1 ? options[0] : options.at(-1);
  return options[(at + by + options.length) % options.length];
}
