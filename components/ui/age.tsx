"use client";

import { useSyncExternalStore } from "react";
import { formatAge, formatAgo, formatIn, secondsSince } from "@/lib/client/ages";
import { useNow } from "./clock-provider";

const never = () => () => undefined;

/** The exact moment in the reader's own zone; unknown on the server, so only there after hydration. */
function useExact(instant: string): string | undefined {
  return useSyncExternalStore(
    never,
    () => (Number.isNaN(Date.parse(instant)) ? undefined : new Date(instant).toLocaleString()),
    () => undefined,
  );
}

/** How long something has lasted, counting live: "2 m 14 s". */
export function Age({ since, className }: { since: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={since} title={useExact(since)} className={`tabular-nums ${className ?? ""}`}>
      {formatAge(secondsSince(since, now))}
    </time>
  );
}

/** When something happened, seen from now: "3 m ago"; exact on hover. */
export function Ago({ at, className }: { at: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={useExact(at)} className={`tabular-nums whitespace-nowrap ${className ?? ""}`}>
      {formatAgo(secondsSince(at, now))}
    </time>
  );
}

/** When something will happen, seen from now: "in 30 d"; exact on hover. */
export function Until({ at, className }: { at: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={useExact(at)} className={`tabular-nums whitespace-nowrap ${className ?? ""}`}>
      {formatIn((Date.parse(at) - now) / 1000)}
    </time>
  );
}
