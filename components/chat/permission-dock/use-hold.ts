"use client";

import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useState } from "react";

/** Whether somebody is about to act in a place, and the handlers by which the place tells. */
export interface Hold {
  readonly held: boolean;
  /** Lets go, until the mouse or the focus is over something else. */
  readonly release: () => void;
  readonly handlers: {
    readonly onPointerOver: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: (event: FocusEvent) => void;
  };
}

/**
 * Whether somebody is about to act in here: the mouse is over it, or the keyboard is in it. Meanwhile nothing in here may
 * change its place. A finger is over nothing before it touches; see `useSettling` for it.
 */
export function useHold(place: RefObject<HTMLElement | null>): Hold {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);

  // On the document: a control that goes away with the focus in it does not say so itself.
  useEffect(() => {
    const onFocusIn = (event: globalThis.FocusEvent) => {
      if (!(event.target instanceof Node && place.current?.contains(event.target))) setFocused(false);
    };
    const onFocusOut = (event: globalThis.FocusEvent) => {
      if (event.relatedTarget === null) setFocused(false);
    };
    document.addEventListener("focusin", onFocusIn);
    document.addEventListener("focusout", onFocusOut);
    return () => {
      document.removeEventListener("focusin", onFocusIn);
      document.removeEventListener("focusout", onFocusOut);
    };
  }, [place]);

  return {
    held: pointed || focused,
    release() {
      setPointed(false);
      setFocused(false);
    },
    handlers: {
      // Also when something else has come under a mouse that stands still.
      onPointerOver(event) {
        if (event.pointerType !== "touch") setPointed(true);
      },
      onPointerLeave: () => setPointed(false),
      onFocus: (event) => setFocused(event.target.matches(":focus-visible")),
    },
  };
}
