"use client";

import { type RefObject, useEffect, useState } from "react";

/** A card of which less than this is seen counts as below. */
const SEEN_PX = 48;

/** How many cards lie below what is seen of a scroller, and the way to the first of them. */
export function useBelow(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [below, setBelow] = useState(0);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || content.current === null) return;
    const measure = () => setBelow(hiddenCards(element).length);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(content.current);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [scroller, content]);

  const showBelow = () => {
    if (scroller.current !== null) hiddenCards(scroller.current)[0]?.scrollIntoView({ block: "start" });
  };
  return { below, showBelow };
}

function hiddenCards(scroller: HTMLElement): HTMLElement[] {
  const edge = scroller.getBoundingClientRect().bottom;
  const cards = [...scroller.querySelectorAll<HTMLElement>("[data-permission-card]")];
  return scroller.offsetHeight === 0
    ? []
    : cards.filter((card) => card.getBoundingClientRect().top > edge - SEEN_PX);
}
