import type { DraftStorage } from "./drafts";

const nowhere: DraftStorage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};

/** The browser's local storage, or one that keeps nothing where the browser forbids it. */
export function browserStorage(): DraftStorage {
  try {
    return window.localStorage;
  } catch {
    return nowhere;
  }
}
