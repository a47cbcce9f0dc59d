import type { Separator } from "./read-separator";
import type { Value } from "./read-value";

/** How much of a value tells that it is none: references and placeholders are short. */
const LOOK = 200;

/** A variable, a placeholder, a mask, a constant: text that stands for a secret or for none, and gives nothing away. */
const STANDS_FOR_ANOTHER =
  /^(?:\$(?:[A-Z_][A-Z\d_]*|[a-z_][a-z\d_]*|\{.*|\d|)|%\w+%|\{\{.*|\*+|x{3,}|\.{3,}|\[redacted\]?|true|false|null|none|nil|undefined|string|str|number|int|boolean|bool|bytes|buffer|any|unknown|object|(?:process\.env|os\.environ|import\.meta|secrets|env|vars?)\..*)$/i;

const PASSWORD = /^(?:pass.|pwd)/;
const PATH = /^(?:~|\.{1,2})?\/[\w.-]+\/|^[\w./~-]+\.(?:asc|crt|gpg|json|key|p12|pem|pfx|pub|txt|ya?ml|env)$/;
const DIRECTORY = /^(?:[./~$]|[A-Za-z]:)/;
const IDENTIFIER = /^[A-Za-z_][A-Za-z_.]*$/;
const LOWER_WORD = /^[a-z]+$/;

/** True when the value of a name that ends in `word` is shown all the same, because it cannot be a credential. */
export function isHarmless(
  text: string,
  at: number,
  word: string,
  separator: Separator,
  value: Value,
): boolean {
  if (value.end - value.start > LOOK) return false;
  const shown = text.slice(value.start, value.end);
  const isPassword = PASSWORD.test(word);
  if (STANDS_FOR_ANOTHER.test(shown) || shown.startsWith("//")) return true;
  if (word === "pwd" ? DIRECTORY.test(shown) : !isPassword && PATH.test(shown)) return true;
  if (value.isQuoted) return false;
  if (/^\d{1,6}$/.test(shown) && !isPassword) return true;
  switch (separator.kind) {
    case "equals":
      return isProgramText(text, separator, value, shown, isPassword);
    case "colon":
      return !isPassword && LOWER_WORD.test(shown) && isProse(text, at);
    case "flag":
      return shown.startsWith("--") || /^(?:id|type|src|source)=/.test(shown);
    case "tag":
    case "weak":
      return false;
  }
}

/** `token = await getToken()`: names of other things, not values. */
const isProgramText = (
  text: string,
  separator: Separator,
  value: Value,
  shown: string,
  isPassword: boolean,
): boolean => text.charAt(value.end) === "(" || (separator.isSpaced && !isPassword && IDENTIFIER.test(shown));

/** `rotate the token: done`: the name is a word of a sentence. */
const isProse = (text: string, at: number): boolean =>
  /[A-Za-z,] (?:[A-Za-z]+ )?$/.test(text.slice(Math.max(0, at - 30), at));
