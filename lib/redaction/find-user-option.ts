import type { Finder } from "./finder";
import { readValue } from "./read-value";

/** Two numbers are a user and a group id, a path is no password, and a variable gives nothing away. */
const HARMLESS = /^(?:\d+:\d+$|[^:]*:(?:[/~$]|\[redacted\]?|$))/;

/** Finds the password in `-u user:password`, `--user user:password` and their like (curl, and whoever took it over). */
export const userFinders: readonly Finder[] = ["-u", "-U", "--user", "--proxy-user"].map((option) => ({
  trigger: option.padEnd(3),
  find: (text: string, at: number) => findLogin(option, text, at),
}));

function findLogin(option: string, text: string, at: number) {
  if (!text.startsWith(option, at) || (at > 0 && !/[\s"'`(,[]/.test(text.charAt(at - 1)))) return undefined;
  const separator = /["']?,?(?:[ \t]{1,4}|=)/y;
  separator.lastIndex = at + option.length;
  if (!separator.test(text)) return undefined;
  const { start, end } = readValue(text, separator.lastIndex);
  const login = text.slice(start, Math.min(end, start + 300));
  const colon = login.indexOf(":");
  if (colon < 1 || HARMLESS.test(login)) return undefined;
  return { start: start + colon + 1, end };
}
