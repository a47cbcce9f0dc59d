import { postJson } from "./http";

/** "Not now": puts something aside in one's own inbox; 0 brings it back. It decides nothing. */
export const snooze = (id: string, minutes: number) =>
  postJson(`/api/v1/inbox/${encodeURIComponent(id)}/snooze`, { minutes }, ({ anything }) => anything);
