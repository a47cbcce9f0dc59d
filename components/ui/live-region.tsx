"use client";

import { useEffect, useState } from "react";
import { onAnnouncement } from "@/lib/client/announce";

/** Long enough to be read out; afterwards it would only be found a second time by whoever searches the page. */
const KEEP_MS = 3000;

/** The page's one polite live region. Two lines take turns, so that the same sentence is read again. */
export function LiveRegion() {
  const [said, setSaid] = useState({ count: 0, text: "" });
  useEffect(() => onAnnouncement((text) => setSaid(({ count }) => ({ count: count + 1, text }))), []);
  useEffect(() => {
    if (said.text === "") return;
    const timer = window.setTimeout(() => setSaid(({ count }) => ({ count, text: "" })), KEEP_MS);
    return () => window.clearTimeout(timer);
  }, [said]);
  return (
    <div role="status" aria-live="polite" className="sr-only" data-testid="live-region">
      <p>{said.count % 2 === 0 ? said.text : ""}</p>
      <p>{said.count % 2 === 1 ? said.text : ""}</p>
    </div>
  );
}
