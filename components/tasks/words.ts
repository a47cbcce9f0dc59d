import type { PendingAction } from "@/lib/views";

const TERMINAL = new Set(["completed", "failed", "cancelled"]);

/** True for a session that never runs again. */
export const hasEnded = (state: string): boolean => TERMINAL.has(state);

/** A state as people write it: `waiting_for_input` is "Waiting for input". */
export function stateWords(state: string): string {
  const words = state.replaceAll("_", " ").trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a blocked task waits for, in one word. */
export function pendingWords(action: PendingAction): string {
  return action === "permission" ? "Permission" : "Question";
}
