import { split } from "shlex";

/** Arguments, one a line; what is around them counts, empty lines do not. */
export const parseArgs = (text: string): string[] => text.split("\n").filter((line) => line !== "");

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export type ParsedEnv =
  | { readonly ok: true; readonly env: Readonly<Record<string, string>> }
  | {
      readonly ok: false;
      readonly problem: "noEquals" | "noName" | "twice";
      readonly line: number;
      /** The variable that is given twice, else ''. */
      readonly name: string;
    };

/** Environment, `NAME=value` a line. What is wrong is said by the line's number, never with a value. */
export function parseEnv(text: string): ParsedEnv {
  const env: Record<string, string> = {};
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "") continue;
    const at = line.indexOf("=");
    const name = at < 0 ? "" : line.slice(0, at).trim();
    const refuse = (problem: "noEquals" | "noName") =>
      ({ ok: false, problem, line: index + 1, name: "" }) as const;
    if (at < 0) return refuse("noEquals");
    if (!NAME.test(name)) return refuse("noName");
    if (Object.hasOwn(env, name)) return { ok: false, problem: "twice", line: index + 1, name };
    env[name] = line.slice(at + 1);
  }
  return { ok: true, env };
}

/** A whole command line that was pasted as the command, taken apart as a shell would; undefined when it is one word. */
export function splitCommand(
  line: string,
): { readonly command: string; readonly args: string[] } | undefined {
  try {
    const [command, ...args] = split(line.trim());
    return command === undefined || args.length === 0 ? undefined : { command, args };
  } catch {
    return undefined; // an open quote: not a command line yet
  }
}
