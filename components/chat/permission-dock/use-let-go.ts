"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { Hold } from "./use-hold";

/** Longer than a double click, and than it takes to see what came of a choice. */
const LET_GO_MS = 1500;
const CLOSED = "[data-permission-card][data-phase=closed]";

/**
 * Gives the place of a settled prompt to those that wait, once nobody can be about to act in it any more. `closed` is the
 * number of settled ones.
 */
export function useLetGo(dock: RefObject<HTMLElement | null>, { held, release }: Hold, closed: number): void {
  const latest = useRef(release);
  useEffect(() => {
    latest.current = release;
  });
  useEffect(() => {
    if (!held || closed === 0) return;
    const timer = window.setInterval(() => {
      const hovered = dock.current?.querySelector("[data-permission-card]:hover");
      const at = hovered ?? document.activeElement?.closest("[data-permission-card]");
      if (at?.matches(CLOSED) === true) latest.current();
    }, LET_GO_MS);
    return () => window.clearInterval(timer);
  }, [dock, held, closed]);
}
