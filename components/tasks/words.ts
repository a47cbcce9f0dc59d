import type { Translate } from "@/lib/i18n/translate";

const TERMINAL = new Set(["completed", "failed", "cancelled"]);
const KNOWN = [
  "created",
  "starting",
  "running",
  "idle",
  "waiting_for_input",
  "completed",
  "failed",
  "cancelled",
] as const;

/** True for a session that never runs again. */
export const hasEnded = (state: string): boolean => TERMINAL.has(state);

/** A state as people write it: `waiting_for_input` is "Waiting for input". One that we do not know, in its own words. */
export function stateWords(t: Translate<"tasks">, state: string): string {
  const known = KNOWN.find((one) => one === state.toLowerCase());
  if (known !== undefined) return t(`state.${known}`);
  const words = state.replaceAll("_", " ").trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
