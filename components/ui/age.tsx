"use client";

import { useLocale, useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { formatAge, formatAgo, formatIn, secondsSince } from "@/lib/client/ages";
import { useNow } from "./clock-provider";

const never = () => () => undefined;

/** As the reader's own region writes it, where the page is in their language. */
const regionOf = (locale: string): string =>
  navigator.languages.find((tag) => tag.split("-")[0] === locale.split("-")[0]) ?? locale;

/** The exact moment in the reader's own zone; unknown on the server, so only there after hydration. */
function useExact(instant: string): string | undefined {
  const locale = useLocale();
  return useSyncExternalStore(
    never,
    () =>
      Number.isNaN(Date.parse(instant)) ? undefined : new Date(instant).toLocaleString(regionOf(locale)),
    () => undefined,
  );
}

/** How long something has lasted, counting live: "2 m 14 s". */
export function Age({ since, className }: { since: string; className?: string }) {
  const t = useTranslations("common");
  const now = useNow();
  return (
    <time dateTime={since} title={useExact(since)} className={`tabular-nums ${className ?? ""}`}>
      {formatAge(t, secondsSince(since, now))}
    </time>
  );
}

/** When something happened, seen from now: "3 m ago"; exact on hover. */
export function Ago({ at, className }: { at: string; className?: string }) {
  const t = useTranslations("common");
  const now = useNow();
  return (
    <time dateTime={at} title={useExact(at)} className={`tabular-nums whitespace-nowrap ${className ?? ""}`}>
      {formatAgo(t, secondsSince(at, now))}
    </time>
  );
}

/** When something will happen, seen from now: "in 30 d"; exact on hover. */
export function Until({ at, className }: { at: string; className?: string }) {
  const t = useTranslations("common");
  const now = useNow();
  return (
    <time dateTime={at} title={useExact(at)} className={`tabular-nums whitespace-nowrap ${className ?? ""}`}>
      {formatIn(t, (Date.parse(at) - now) / 1000)}
    </time>
  );
}
