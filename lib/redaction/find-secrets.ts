import type { Finder } from "./finder";
import { finders } from "./finders";
import { findCommandPasswords } from "./find-command-passwords";
import { findLogins } from "./find-logins";
import { findManifestSecrets } from "./find-manifest-secrets";
import { mergeSpans, type Span } from "./span";

/** Letters (of either case) 1-26, digits 27, the signs that tokens contain 28-30, all other ASCII signs 31, the rest 0. */
const signs = new Map([..."_-."].map((sign, index) => [sign.charCodeAt(0), 28 + index]));

const classOf = (code: number): number => {
  const letter = (code | 32) - 96;
  if (code > 64 && letter >= 1 && letter <= 26) return letter;
  if (code >= 48 && code <= 57) return 27;
  return signs.get(code) ?? (code > 32 && code < 127 ? 31 : 0);
};

const classes = Uint8Array.from({ length: 128 }, (_, code) => classOf(code));

/** Three characters' classes in 15 bits, so a table answers which finders a position is worth. */
const push = (key: number, code: number): number =>
  ((key << 5) | (code < 128 ? (classes[code] ?? 0) : 0)) & 0x7fff;

const keyOf = (trigger: string): number =>
  [...trigger.slice(0, 3)].reduce((key, char) => push(key, char.charCodeAt(0)), 0);

const byKey: Finder[][] = Array.from({ length: 0x8000 }, () => []);
for (const finder of finders) byKey[keyOf(finder.trigger)]?.push(finder);
const isWorthwhile = Uint8Array.from(byKey, (list) => Math.min(list.length, 1));

/**
 * Where a text holds credentials, in order and without overlap: one pass over the text that asks the finders whose trigger
 * begins at a position. It jumps over what shows by its shape; what only has a name is looked through for such shapes, which
 * may reach further than the value seems to.
 */
export function findSecrets(text: string): Span[] {
  const spans: Span[] = [];
  let key = 0;
  let namedUntil = 0;
  for (let index = 0; index < text.length; index++) {
    key = push(key, text.charCodeAt(index));
    if (isWorthwhile[key] === 0) continue;
    const at = index - 2;
    for (const { find, isByName } of byKey[key] ?? []) {
      if (isByName && at < namedUntil) continue;
      const span = find(text, at);
      if (!span) continue;
      spans.push(span);
      if (isByName) namedUntil = span.end;
      else if (span.end > index) {
        index = span.end - 1;
        key = 0;
        break;
      }
    }
  }
  return mergeSpans([
    ...spans,
    ...findCommandPasswords(text),
    ...findLogins(text),
    ...findManifestSecrets(text),
  ]);
}
