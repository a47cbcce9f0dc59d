/** What stands between a name and its value. */
export interface Separator {
  /** `flag`: a blank after `--name`. `weak`: a blank or a comma, which may just as well part two words. */
  readonly kind: "equals" | "colon" | "flag" | "tag" | "weak";
  /** The sign has blanks around it, as in program text and configuration files. */
  readonly isSpaced: boolean;
  readonly end: number;
}

const QUOTES = "\"'`";
const MOST_BACKSLASHES = 7;
const MOST_BLANKS = 8;

const EQUALS = /[:?|+!=]{0,2}=[=>]{0,2}|%3[Dd]/y;

/** A switch that turns something off takes no value. */
const SWITCH = /^--?(?:no|without|skip|disable|dont)-/;
const NAME = /[\w.-]/;
const LONGEST_NAME = 64;

/** The separator behind the name that has a telling word at `at` and ends at `nameEnd`, or undefined. */
export function readSeparator(text: string, at: number, nameEnd: number): Separator | undefined {
  const closed = afterClosing(text, nameEnd);
  const sign = afterBlanks(text, closed);
  const isSpaced = sign > closed;
  EQUALS.lastIndex = sign;
  if (EQUALS.test(text)) return separator("equals", text, EQUALS.lastIndex, isSpaced);
  switch (text.charAt(sign)) {
    case ":":
      return separator("colon", text, sign + 1, isSpaced);
    case ">":
      return text[startOfName(text, at) - 1] === "<" ? separator("tag", text, sign + 1, isSpaced) : undefined;
    case "|":
      return text[sign + 1] === "|" ? separator("weak", text, sign + 2, isSpaced) : undefined;
    case ",":
      return closed > nameEnd ? blank(text, at, nameEnd, sign + 1) : undefined;
    default:
      return isSpaced ? blank(text, at, nameEnd, sign) : undefined;
  }
}

function blank(text: string, at: number, nameEnd: number, end: number): Separator | undefined {
  const start = startOfName(text, at);
  if (text[start] !== "-") return separator("weak", text, end, true);
  return SWITCH.test(text.slice(start, nameEnd)) ? undefined : separator("flag", text, end, true);
}

function separator(kind: Separator["kind"], text: string, signEnd: number, isSpaced: boolean): Separator {
  const end = afterBlanks(text, signEnd);
  return { kind, isSpaced: isSpaced && end > signEnd, end };
}

function afterClosing(text: string, nameEnd: number): number {
  let end = nameEnd;
  while (text[end] === "\\" && end < nameEnd + MOST_BACKSLASHES) end++;
  if (end >= text.length || !QUOTES.includes(text.charAt(end))) return nameEnd;
  return text[end + 1] === "]" ? end + 2 : end + 1;
}

function afterBlanks(text: string, start: number): number {
  let end = start;
  while ((text[end] === " " || text[end] === "\t") && end < start + MOST_BLANKS) end++;
  return end;
}

function startOfName(text: string, at: number): number {
  let start = at;
  while (start > 0 && start > at - LONGEST_NAME && NAME.test(text.charAt(start - 1))) start--;
  return start;
}
