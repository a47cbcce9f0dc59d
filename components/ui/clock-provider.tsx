"use client";

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { clockNow, onTick, setServerNow } from "@/lib/client/clock";

const RenderedAt = createContext(0);

/** Gives ages the server's time of rendering to start from, so that the first paint and the server's HTML agree. */
export function ClockProvider({ nowMs, children }: { nowMs: number; children: ReactNode }) {
  useEffect(() => setServerNow(nowMs), [nowMs]);
  return <RenderedAt value={nowMs}>{children}</RenderedAt>;
}

/** The server's time in milliseconds, a new value every second. */
export function useNow(): number {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore(
    onTick,
    () => clockNow() || renderedAt,
    () => renderedAt,
  );
}
