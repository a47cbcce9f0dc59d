import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The repository: the working directory of every command. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Nothing that is run from here reports to anybody. */
process.env.NEXT_TELEMETRY_DISABLED = "1";

/**
 * Runs a program to its end, passing on the signals that end this process. Resolves to its exit code: 128 and more
 * when a signal ended it, 127 when it cannot be run.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ stdio?: import("node:child_process").StdioOptions, env?: Record<string, string | undefined>, onOutput?: (text: string) => void }} [options]
 * @returns {Promise<number>}
 */
export function runChild(program, args, { stdio = "inherit", env = {}, onOutput } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => void child.kill(signal);
    const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
    for (const signal of signals) process.on(signal, forward);
    child.stdout?.setEncoding("utf8").on("data", (text) => onOutput?.(text));
    child.stderr?.setEncoding("utf8").on("data", (text) => onOutput?.(text));
    /** @param {number} code */
    const end = (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.once("error", (error) => {
      onOutput?.(error.message);
      end(127);
    });
    child.once("close", (code, signal) => end(code ?? (signal === "SIGINT" ? 130 : 143)));
  });
}
