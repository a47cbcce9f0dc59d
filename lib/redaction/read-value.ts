import { endOfMix } from "./end-of-mix";
import { endOfWord } from "./end-of-word";
import { runEnd } from "./run-end";

/** A value on a command line or in a document, without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** An opening quote, also of a string inside of a string: JSON in JSON has one, three or seven backslashes before it. */
const OPENING = /\\{0,7}["'`]/y;

const SINGLE = /[^']*/y;

/** How a shell writes an apostrophe inside of single quotes. */
const APOSTROPHE = /'(?:\\''|"'{1,9}"')/y;

/** A separator of commands inside of quotes: rather a sign that the quotes were read wrongly than part of a secret. */
const COMMANDS = /[\n\r]|[;&|]\s|\s[;&|]/;

/**
 * Reads the value at `at`: a quoted one wholly, another one up to the end of its word. What a shell would run (a separator
 * with its command, a substitution) ends it, so that no redaction hides a command from the person who decides about it.
 */
export function readValue(text: string, at: number): Value {
  const start = runEnd(OPENING, text, at);
  const quote = text.charAt(start - 1);
  const isSubstitution = quote === "`" && text[at - 1] === "=";
  if (start === 0 || isSubstitution) return { start: at, end: endOfWord(text, at), isQuoted: false };
  const end =
    quote === "'"
      ? endOfMix(SINGLE, APOSTROPHE, text, start)
      : endOfDouble(text, start, quote, start - 1 - at);
  if (end === text.length || COMMANDS.test(text.slice(start, end)))
    return { start, end: endOfWord(text, start), isQuoted: false };
  return { start, end, isQuoted: true };
}

/** A quote inside has more backslashes before it than the opening one; a command substitution ends the value as well. */
function endOfDouble(text: string, start: number, quote: string, escape: number): number {
  let backslashes = 0;
  for (let end = start; end < text.length; end++) {
    const char = text[end];
    const isEscaped = escape === 0 ? backslashes % 2 === 1 : backslashes > escape;
    if (char === quote && !isEscaped) return end - Math.min(backslashes, escape);
    if ((char === "`" || (char === "$" && text[end + 1] === "(")) && !isEscaped) return end;
    backslashes = char === "\\" ? backslashes + 1 : 0;
  }
  return text.length;
}
