import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * What tells a process from another one that gets its number later: the moment it started, as the system writes it. ''
 * when there is no such process, or the system does not say.
 */
export async function processMark(pid: number): Promise<string> {
  try {
    if (process.platform === "linux") {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8");
      // Field 22, counted after the command's name, which may hold spaces and parentheses (proc(5)).
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
    }
    const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)]);
    return stdout.trim();
  } catch {
    return "";
  }
}
