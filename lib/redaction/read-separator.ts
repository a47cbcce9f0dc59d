/** What stands between a name and its value. */
export interface Separator {
  /** `flag`: a blank after `--name`. `weak`: a blank or a comma, which may just as well part two words. */
  readonly kind: "equals" | "colon" | "flag" | "tag" | "weak";
  /** The sign has blanks around it, as in program text and configuration files. */
  readonly isSpaced: boolean;
  readonly end: number;
}

const MAY_FOLLOW = new Set("\\\"'`] \t:=?|+!,>%");

const SIGN =
  /(?<closing>\\{0,7}["'`]?\]?)(?<before>[ \t]{0,8})(?<sign>[:?|+!=]{0,2}=[=>]{0,2}|%3[Dd]|:|,|\|\||>|)(?<after>[ \t]{0,8})/y;

const NAME_BEFORE = /[\w.-]*$/;
const LONGEST_NAME = 64;

/** A switch that turns something off takes no value. */
const SWITCH = /^--?(?:no|without|skip|disable|dont)-/;

/** The separator behind the name that has a telling word at `at` and ends at `nameEnd`, or undefined. */
export function readSeparator(text: string, at: number, nameEnd: number): Separator | undefined {
  if (!MAY_FOLLOW.has(text.charAt(nameEnd))) return undefined;
  SIGN.lastIndex = nameEnd;
  const { closing = "", before = "", sign = "", after = "" } = SIGN.exec(text)?.groups ?? {};
  const end = nameEnd + closing.length + before.length + sign.length + after.length;
  const isSpaced = before !== "" && after !== "";
  if (sign === ":") return { kind: "colon", isSpaced, end };
  if (sign.includes("=") || sign.startsWith("%")) return { kind: "equals", isSpaced, end };
  const name =
    (NAME_BEFORE.exec(text.slice(Math.max(0, at - LONGEST_NAME), at))?.[0] ?? "") + text.slice(at, nameEnd);
  if (sign === ">")
    return text.charAt(nameEnd - name.length - 1) === "<" ? { kind: "tag", isSpaced, end } : undefined;
  if (sign === "," && closing === "") return undefined;
  if (sign === "" && before === "") return undefined;
  const isFlag = sign !== "||" && /^--?\w/.test(name);
  if (isFlag && SWITCH.test(name)) return undefined;
  return { kind: isFlag ? "flag" : "weak", isSpaced, end };
}
