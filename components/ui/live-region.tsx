"use client";

import { useEffect, useState } from "react";
import { onAnnouncement } from "@/lib/client/announce";

/** The page's one polite live region. Two lines take turns, so that the same sentence is read again. */
export function LiveRegion() {
  const [said, setSaid] = useState({ count: 0, text: "" });
  useEffect(() => onAnnouncement((text) => setSaid(({ count }) => ({ count: count + 1, text }))), []);
  return (
    <div role="status" aria-live="polite" className="sr-only" data-testid="live-region">
      <p>{said.count % 2 === 0 ? said.text : ""}</p>
      <p>{said.count % 2 === 1 ? said.text : ""}</p>
    </div>
  );
}
