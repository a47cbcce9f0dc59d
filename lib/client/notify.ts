import { update } from "idb-keyval";
import * as z from "zod/mini";
import { browserStorage } from "./browser-storage";

/** What a notification is about: something that waits for a person. */
export interface Waiting {
  readonly id: string;
  readonly taskId: string;
  readonly title: string;
  readonly text: string;
}

const WANTED = "kandev.notify";
const NOTIFIED = "kandev.notified";
const VIEWED = "kandev.viewed.";
/** More than ever wait at once; older ones are forgotten. */
const KEPT = 500;
const ids = z.array(z.string());

/** Whether this browser can notify at all; it cannot without a secure origin. */
export const canNotify = (): boolean => "Notification" in window && window.isSecureContext;

/** The person has asked for notifications, and the browser lets us. */
export const wantsNotifications = (): boolean =>
  canNotify() && Notification.permission === "granted" && browserStorage().getItem(WANTED) === "on";

export function setWanted(wanted: boolean): void {
  if (wanted) browserStorage().setItem(WANTED, "on");
  else browserStorage().removeItem(WANTED);
}

/** Says which task this tab shows to somebody right now ('*' for all, '' for none), for the other tabs. */
export function setViewed(tab: string, taskId: string): void {
  if (taskId === "") browserStorage().removeItem(VIEWED + tab);
  else browserStorage().setItem(VIEWED + tab, taskId);
}

function isViewed(taskId: string): boolean {
  const storage = browserStorage();
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index);
    if (key?.startsWith(VIEWED) !== true) continue;
    const viewed = storage.getItem(key);
    if (viewed === "*" || viewed === taskId) return true;
  }
  return false;
}

/**
 * Those of these that nobody was notified of yet, in whatever tab, and whose task nobody looks at. They count as notified from
 * now on: what is looked at when it comes needs no notification later, either.
 */
export async function takeUnnotified(waiting: readonly Waiting[]): Promise<readonly Waiting[]> {
  if (waiting.length === 0) return [];
  let fresh: readonly Waiting[] = waiting;
  // One transaction for all tabs: what a tab puts into local storage reaches the others only a little later.
  await update<unknown>(NOTIFIED, (before) => {
    const known = new Set(ids.safeParse(before).data);
    fresh = waiting.filter(({ id }) => !known.has(id));
    return [...known, ...fresh.map(({ id }) => id)].slice(-KEPT);
  }).catch(() => undefined); // a browser that keeps nothing: the notification's tag replaces what another tab showed
  return fresh.filter(({ taskId }) => !isViewed(taskId));
}
