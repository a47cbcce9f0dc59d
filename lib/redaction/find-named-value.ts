import type { Finder } from "./finder";
import { isHarmless } from "./is-harmless";
import { looksLikeKey } from "./looks-like-key";
import { looksRandom } from "./looks-random";
import { readSeparator } from "./read-separator";
import { readValue, type Value } from "./read-value";
import { keyWords, secretWords, services } from "./secret-names";
import { runEnd } from "./run-end";

/** How much of a name may follow its telling word; what is longer is no name. */
const REST = /[\w.-]{0,24}/y;

const LOWER = /[a-z]/;
const LETTER = /[A-Za-z]/;

/** Only a whole word counts for these: they are short enough to be part of others. */
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
  const value = readValue(text, separator.end);
  const isSecret =
    nameEnd === wordEnd && separator.kind !== "weak"
      ? !isHarmless(text, at, word, separator, value)
      : looksRandom(text.slice(value.start, value.end));
  return isSecret ? spanOf(value) : undefined;
}

function findKey(word: string, text: string, at: number, looksSecret: (value: string) => boolean) {
  if (!isWord(word, text, at)) return undefined;
  const separator = readSeparator(text, at, runEnd(REST, text, at + word.length));
  if (!separator) return undefined;
  const value = readValue(text, separator.end);
  return looksSecret(text.slice(value.start, value.end)) ? spanOf(value) : undefined;
}

function isWord(word: string, text: string, at: number): boolean {
  const found = text.slice(at, at + word.length);
  if (found.toLowerCase() !== word) return false;
  if (word.length > SHORT) return true;
  const before = text.charAt(at - 1);
  return !LETTER.test(before) || (LOWER.test(before) && !LOWER.test(found.charAt(0)));
}

const spanOf = ({ start, end }: Value) => (end > start ? { start, end } : undefined);
