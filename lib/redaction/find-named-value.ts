import type { Finder } from "./finder";
import { isHarmless } from "./is-harmless";
import { looksLikeKey } from "./looks-like-key";
import { looksRandom } from "./looks-random";
import { readSeparator } from "./read-separator";
import { readValue } from "./read-value";
import { runEnd } from "./run-end";
import { keyWords, secretWords, services } from "./secret-names";

/** How much of a name may follow its telling word; what is longer is no name. */
const REST = /[\w.-]{0,24}/y;

/** What a token may be made of, as far as that tells whether it is one; padding only ends it. */
const HEAD = /\\{0,7}["'`]?([\w+/.~%:-]{0,200}={0,3})/y;

const LOWER = /[a-z]/;
const LETTER = /[A-Za-z]/;

/** Words up to this long are part of others: only with nothing of a word around them do they count. */
const SHORT = 4;

/** Finders of the values that their names make secret: `TOKEN=x`, `"password": "x"`, `--api-key x`, `?sig=x`. */
export const nameFinders: readonly Finder[] = [
  ...secretWords.map((word) => byName(word, (text, at) => findSecret(word, text, at))),
  ...keyWords.map((word) => byName(word, (text, at) => findKey(word, text, at, looksRandom))),
  ...services.map((word) => byName(word, (text, at) => findKey(word, text, at, looksLikeKey))),
];

function byName(trigger: string, find: Finder["find"]): Finder {
  return { trigger, isByName: true, find };
}

/** A name that ends in `word` makes any value secret; one that goes on makes it so if the value looks random. */
function findSecret(word: string, text: string, at: number) {
  if (!isWord(word, text, at)) return undefined;
  const wordEnd = at + word.length;
  const nameEnd = runEnd(REST, text, wordEnd);
  if (nameEnd > wordEnd && LOWER.test(text.charAt(wordEnd))) return undefined;
  const separator = readSeparator(text, at, nameEnd);
  if (!separator) return undefined;
  if (nameEnd > wordEnd || separator.kind === "weak") return findRandom(text, separator.end, looksRandom);
  const value = readValue(text, separator.end);
  if (value.end === value.start || isHarmless(text, at, word, separator, value)) return undefined;
  return { start: value.start, end: value.end };
}

function findKey(word: string, text: string, at: number, looksSecret: (value: string) => boolean) {
  if (!isWord(word, text, at)) return undefined;
  const separator = readSeparator(text, at, runEnd(REST, text, at + word.length));
  return separator ? findRandom(text, separator.end, looksSecret) : undefined;
}

function findRandom(text: string, at: number, looksSecret: (value: string) => boolean) {
  HEAD.lastIndex = at;
  const head = HEAD.exec(text)?.[1] ?? "";
  if (!looksSecret(head)) return undefined;
  const { start, end } = readValue(text, at);
  return { start, end };
}

/** Compares without case, and without a copy of the text, because most of what is asked is not the word. */
function isWord(word: string, text: string, at: number): boolean {
  for (let index = 0; index < word.length; index++)
    if ((text.charCodeAt(at + index) | 32) !== (word.charCodeAt(index) | 32)) return false;
  if (word.length > SHORT) return true;
  const before = text.charAt(at - 1);
  return !LETTER.test(before) || (LOWER.test(before) && !LOWER.test(text.charAt(at)));
}
