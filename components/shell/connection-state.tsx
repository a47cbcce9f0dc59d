"use client";

import { LoaderCircle, WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { announce } from "@/lib/client/announce";
import { useLiveStatus } from "@/lib/client/live/use-live-status";

/** A server that restarts is back before anyone has to know. */
const GRACE_MS = 2000;

/** Says, without moving anything, that the page is not kept up to date, and again when it is. */
export function ConnectionState() {
  const t = useTranslations("shell.connection");
  const status = useLiveStatus();
  const down = status === "offline" || status === "reconnecting" ? status : null;
  const [shown, setShown] = useState<typeof down>(null);

  useEffect(() => {
    const timer = window.setTimeout(() => setShown(down), down === "reconnecting" ? GRACE_MS : 0);
    return () => window.clearTimeout(timer);
  }, [down]);

  const [wasShown, setWasShown] = useState(false);
  if (shown !== null && !wasShown) setWasShown(true);
  const said = shown !== null ? t(shown) : wasShown ? t("again") : "";
  useEffect(() => {
    if (said !== "") announce(said);
  }, [said]);

  if (shown === null) return null;
  const Icon = shown === "offline" ? WifiOff : LoaderCircle;
  return (
    <div className="pointer-events-none fixed inset-x-0 top-13 z-30 flex justify-center px-4 md:ps-60">
      <p
        data-testid="connection-state"
        data-status={shown}
        className="flex items-center gap-1.5 rounded-md border border-line bg-permission-soft px-2.5 py-1 text-meta text-permission shadow-float"
      >
        <Icon size={14} className={shown === "offline" ? "" : "animate-spin"} aria-hidden />
        {t(shown)}
      </p>
    </div>
  );
}
