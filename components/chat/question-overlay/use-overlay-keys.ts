"use client";

import type { KeyboardEvent, RefObject } from "react";
import { isComposing, isTextField, useShortcuts } from "../../ui/shortcut-scope";

interface Keys {
  overlay: RefObject<HTMLElement | null>;
  /** Collapsed or sending: no key does anything. */
  idle: boolean;
  optionIds: readonly string[];
  onPick: (optionId: string) => void;
  onGo: (by: 1 | -1) => void;
  onSubmit: () => void;
  onCollapse: () => void;
}

/**
 * The overlay's keys, heard while the focus is in the chat: 1-9 choose, left and right change the question (right at
 * the last one submits once all are answered), Cmd or Ctrl+Enter submits, Escape collapses. A key pressed in a text is
 * text; Escape works everywhere and never answers.
 */
export function useOverlayKeys(keys: Keys): void {
  useShortcuts((event) => {
    if (keys.idle || isComposing(event)) return;
    const overlay = keys.overlay.current;
    if (overlay === null) return;
    const inOverlay = event.target instanceof Node && overlay.contains(event.target);
    const inText = isTextField(event.target);
    const act = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (event.key === "Escape") return act(keys.onCollapse);
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      if ((inOverlay || !inText) && !event.repeat) act(keys.onSubmit);
      return;
    }
    if (inText || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const optionId = /^[1-9]$/.test(event.key) ? keys.optionIds[Number(event.key) - 1] : undefined;
    if (optionId !== undefined && !event.repeat) return act(() => keys.onPick(optionId));
    if (isSeparator(event)) return;
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      return act(() => {
        if (!event.repeat) keys.onGo(event.key === "ArrowRight" ? 1 : -1);
      });
    }
    if (inOverlay && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const inputs = overlay.querySelectorAll<HTMLElement>("fieldset input");
      const input = event.key === "ArrowDown" ? inputs[0] : inputs[inputs.length - 1];
      if (input !== undefined) act(() => input.focus());
    }
  });
}

function isSeparator(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.role === "separator";
}
