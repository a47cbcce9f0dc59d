import { browserStorage } from "@/lib/client/browser-storage";

const KEY = "kandev.new-task.agent";

/** In place of a profile's id: an agent that runs elsewhere. */
export const ELSEWHERE = "elsewhere";

/** The profile that this browser's last new task was for, or ELSEWHERE; '' when it has made none. */
export function readLastChoice(): string {
  return browserStorage().getItem(KEY) ?? "";
}

export function writeLastChoice(choice: string): void {
  try {
    browserStorage().setItem(KEY, choice);
  } catch {
    return; // a convenience, no more
  }
}
