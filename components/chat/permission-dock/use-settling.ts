"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/** Shorter than anybody can see something new and decide about it. */
const SETTLE_MS = 300;

/**
 * True for a moment after something in `content` changed its place without anybody holding it: whoever clicks just then
 * meant what was there before.
 */
export function useSettling(content: RefObject<HTMLElement | null>, held: boolean): boolean {
  const [settling, setSettling] = useState(false);
  const isHeld = useRef(held);
  useEffect(() => {
    isHeld.current = held;
  }, [held]);

  useEffect(() => {
    const element = content.current;
    if (element === null) return;
    let timer: number | undefined;
    let height = element.offsetHeight;
    const observer = new ResizeObserver(() => {
      if (element.offsetHeight === height) return;
      height = element.offsetHeight;
      if (isHeld.current) return;
      setSettling(true);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setSettling(false), SETTLE_MS);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      window.clearTimeout(timer);
    };
  }, [content]);
  return settling;
}
