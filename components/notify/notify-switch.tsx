"use client";

import { Bell, BellOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { canNotify, setWanted, wantsNotifications } from "@/lib/client/notify";
import { Button } from "../ui/button";

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Desktop notifications, off until somebody wants them. Hidden where the browser has none. */
export function NotifySwitch() {
  const t = useTranslations("inbox.notify");
  const possible = useSyncExternalStore(subscribe, canNotify, () => false);
  const on = useSyncExternalStore(subscribe, wantsNotifications, () => false);
  const [refused, setRefused] = useState(false);
  if (!possible) return null;

  const toggle = async () => {
    const granted = on || (await Notification.requestPermission()) === "granted";
    setRefused(!granted);
    setWanted(granted && !on);
    for (const listener of listeners) listener();
  };
  const Icon = on ? Bell : BellOff;
  return (
    <>
      {refused && (
        <span role="alert" className="min-w-0 truncate text-meta text-bad">
          {t("refused")}
        </span>
      )}
      <Button variant="ghost" aria-pressed={on} data-testid="notify" onClick={() => void toggle()}>
        <Icon size={14} aria-hidden />
        <span className="max-sm:sr-only">{t(on ? "on" : "off")}</span>
      </Button>
    </>
  );
}
