import { setTimeout as sleep } from "node:timers/promises";

/** How long a process may take to end by itself. */
const GRACE_MS = 3_000;
const LOOK_MS = 50;

/** Ends a process and what it started: a process group, asked first and killed after {@link GRACE_MS}. */
export async function endProcessGroup(pid: number): Promise<void> {
  if (!signal(pid, "SIGTERM")) return;
  for (let waitedMs = 0; waitedMs < GRACE_MS; waitedMs += LOOK_MS) {
    await sleep(LOOK_MS);
    if (!signal(pid, 0)) return;
  }
  signal(pid, "SIGKILL");
}

/** At once, for a process that is about to exit itself. */
export const killProcessGroup = (pid: number): boolean => signal(pid, "SIGKILL");

/** False when nobody of the group is left. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}
