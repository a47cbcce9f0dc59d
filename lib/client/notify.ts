import { browserStorage } from "./browser-storage";

/** What a notification is about: something that waits for a person. */
export interface Waiting {
  readonly id: string;
  readonly taskId: string;
  readonly title: string;
  readonly text: string;
}

const WANTED = "kandev.notify";
/** Before the name of a tab. */
export const VIEWED = "kandev.viewed.";

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
