"use client";

import { useEffect, useRef } from "react";

const DELAY_MS = 400;
/** What globals.css ties the words to. One control has it at a time. */
const ANCHOR = "--hint";

/**
 * Shows the words in `data-hint` beside the control that is pointed at, or that the keyboard has come to. One for the
 * whole page. They repeat or explain the control's name; who listens gets them from the control itself.
 */
export function Hints() {
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const words = bubble.current;
    if (words === null) return;
    const listening = new AbortController();
    let control: HTMLElement | null = null;
    let timer: number | undefined;

    const point = (next: HTMLElement | null, delayMs: number) => {
      if (next === control) return;
      window.clearTimeout(timer);
      words.hidePopover();
      control?.style.removeProperty("anchor-name");
      control = next;
      if (next !== null) timer = window.setTimeout(() => show(next), delayMs);
    };
    const show = (next: HTMLElement) => {
      if (!next.isConnected) return;
      words.textContent = next.dataset.hint ?? "";
      next.style.setProperty("anchor-name", ANCHOR);
      words.showPopover();
    };
    const hide = () => point(null, 0);
    const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, listener, { signal: listening.signal, capture: true, passive: true });

    on("pointerover", ({ pointerType, target }) => {
      if (pointerType === "touch" || (target instanceof Node && words.contains(target))) return;
      point(hinted(target), DELAY_MS);
    });
    on("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) point(hinted(target), 0);
    });
    on("focusout", hide);
    on("pointerdown", hide);
    on("scroll", hide);
    on("keydown", hide);
    return () => {
      listening.abort();
      hide();
    };
  }, []);

  return (
    <div
      ref={bubble}
      popover="manual"
      role="tooltip"
      className="hint-bubble max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-float"
    />
  );
}

const hinted = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-hint]") : null;
