"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { setViewed, wantsNotifications, type Waiting } from "@/lib/client/notify";

/**
 * Tells the computer how much waits: a number on the app's icon, and a notification for what has come since the page was
 * opened, once for all tabs, unless its task is being looked at. Renders nothing.
 */
export function Notifier({ waiting }: { waiting: readonly Waiting[] }) {
  const router = useRouter();
  const path = usePathname();
  const known = useRef(new Set(waiting.map(({ id }) => id)));
  const tab = useRef("");

  useEffect(() => {
    if (!("setAppBadge" in navigator)) return;
    const done = waiting.length === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(waiting.length);
    done.catch(() => undefined); // only an installed app has an icon
  }, [waiting.length]);

  useEffect(() => {
    tab.current ||= crypto.randomUUID();
    const own = tab.current;
    const say = () => setViewed(own, document.visibilityState === "visible" ? viewedAt(path) : "");
    const leave = () => setViewed(own, "");
    say();
    document.addEventListener("visibilitychange", say);
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", say);
    return () => {
      document.removeEventListener("visibilitychange", say);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", say);
      leave();
    };
  }, [path]);

  const notify = useEffectEvent(async (fresh: readonly Waiting[]) => {
    const { takeUnnotified } = await import("@/lib/client/take-unnotified"); // few want to be notified
    for (const { id, taskId, title, text } of await takeUnnotified(fresh)) {
      const shown = new Notification(title || "Kandev", { body: text, tag: id });
      shown.onclick = () => {
        window.focus();
        router.push(`/tasks/${encodeURIComponent(taskId)}`);
        shown.close();
      };
    }
  });
  useEffect(() => {
    const fresh = waiting.filter(({ id }) => !known.current.has(id));
    for (const { id } of fresh) known.current.add(id);
    if (wantsNotifications()) void notify(fresh);
  }, [waiting]);
  return null;
}

/** Which task a page shows; the inbox shows them all. */
function viewedAt(path: string): string {
  if (path === "/inbox") return "*";
  const [, page, id] = path.split("/");
  return page === "tasks" && id !== undefined ? decodeURIComponent(id) : "";
}
