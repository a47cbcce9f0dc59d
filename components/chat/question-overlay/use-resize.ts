"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";

const MIN_PX = 120;
const KEY_STEP_PX = 24;

/** The same cap as the `overlay-cap` utility in globals.css. */
const capPx = () => Math.round(window.innerHeight * (window.innerHeight < 500 ? 0.7 : 0.5));

/**
 * The height of a docked panel: as high as its content until somebody drags or keys its upper edge. `height` is null
 * for content-sized. `separator` are the props of the edge.
 */
export function useResize(panel: RefObject<HTMLElement | null>) {
  const t = useTranslations("chat.question");
  const [height, setHeight] = useState<number | null>(null);
  /** What the separator reports; known once it has been touched. */
  const [range, setRange] = useState({ now: MIN_PX, max: MIN_PX });
  const drag = useRef<{ fromY: number; fromHeight: number } | undefined>(undefined);

  const resize = (px: number) => {
    const max = capPx();
    const next = Math.round(Math.min(Math.max(px, MIN_PX), max));
    setHeight(next);
    setRange({ now: next, max });
  };
  const current = () => panel.current?.offsetHeight ?? MIN_PX;

  const onKeyDown = (event: KeyboardEvent) => {
    const sizes: Partial<Record<string, () => number>> = {
      ArrowUp: () => current() + KEY_STEP_PX,
      ArrowDown: () => current() - KEY_STEP_PX,
      Home: () => MIN_PX,
      End: capPx,
    };
    const size = sizes[event.key];
    if (event.key === "Enter") setHeight(null);
    else if (size === undefined) return;
    else resize(size());
    event.preventDefault();
  };

  return {
    height,
    reset: () => setHeight(null),
    separator: {
      role: "separator",
      tabIndex: 0,
      "aria-orientation": "horizontal",
      "aria-label": t("height"),
      "aria-valuemin": MIN_PX,
      "aria-valuemax": range.max,
      "aria-valuenow": Math.min(range.now, range.max),
      "aria-valuetext": height === null ? t("fits") : t("pixels", { height }),
      onFocus: () => setRange({ now: current(), max: Math.max(capPx(), current()) }),
      onKeyDown,
      onDoubleClick: () => setHeight(null),
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { fromY: event.clientY, fromHeight: current() };
      },
      onPointerMove(event: PointerEvent) {
        if (drag.current === undefined) return;
        const moved = drag.current.fromY - event.clientY;
        if (moved !== 0) resize(drag.current.fromHeight + moved);
      },
      onPointerUp: () => (drag.current = undefined),
      onPointerCancel: () => (drag.current = undefined),
    },
  } as const;
}
