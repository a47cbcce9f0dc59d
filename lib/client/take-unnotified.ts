import { update } from "idb-keyval";
import { browserStorage } from "./browser-storage";
import { loadShapes } from "./load-shapes";
import { VIEWED, type Waiting } from "./notify";

const NOTIFIED = "kandev.notified";
/** More than ever wait at once; older ones are forgotten. */
const KEPT = 500;

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
  const { notifiedIds } = await loadShapes();
  // One transaction for all tabs: what a tab puts into local storage reaches the others only a little later.
  await update<unknown>(NOTIFIED, (before) => {
    const known = new Set(notifiedIds.safeParse(before).data);
    fresh = waiting.filter(({ id }) => !known.has(id));
    return [...known, ...fresh.map(({ id }) => id)].slice(-KEPT);
  }).catch(() => undefined); // a browser that keeps nothing: the notification's tag replaces what another tab showed
  return fresh.filter(({ taskId }) => !isViewed(taskId));
}
