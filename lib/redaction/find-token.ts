import type { Finder } from "./finder";
import { isTokenStart } from "./is-token-start";
import { runEnd } from "./run-end";
import { tokenFormats, type TokenBody, type TokenFormat } from "./token-formats";

const bodies: Record<TokenBody, RegExp> = {
  alnum: /[A-Za-z0-9]*/y,
  base64: /[A-Za-z0-9+/_=-]*/y,
  dotted: /[A-Za-z0-9_.=-]*/y,
  hex: /[A-Fa-f0-9]*/y,
  upper: /[A-Z0-9]*/y,
  webhook: /[A-Za-z0-9/@-]*/y,
  word: /[A-Za-z0-9_-]*/y,
};

/** What may still belong to a token behind its shape: a longer edition of it, padding. */
const TAIL = /[A-Za-z0-9_-]*=*/y;

/** How much of a random part `holds` looks at: tokens show their nature early, and the look stays bounded. */
const LOOK = 200;

/** A prefix that ends in a sign and is this long is a token's also in the middle of a word. */
const DISTINCTIVE = /^.{3,}[_.~-]$/;

/** Finders of the tokens that a prefix announces. */
export const tokenFinders: readonly Finder[] = tokenFormats.flatMap((format) =>
  format.prefixes.split(" ").map((prefix) => ({
    trigger: prefix,
    find: (text: string, at: number) => findToken(format, prefix, text, at),
  })),
);

function findToken(format: TokenFormat, prefix: string, text: string, at: number) {
  if (!text.startsWith(prefix, at)) return undefined;
  if (!DISTINCTIVE.test(prefix) && !isTokenStart(text, at)) return undefined;
  const start = at + prefix.length;
  const end = runEnd(bodies[format.body], text, start);
  if (end - start < format.min) return undefined;
  if (format.holds && !format.holds.test(text.slice(start, Math.min(end, start + LOOK)))) return undefined;
  return { start: format.keepsPrefix ? start : at, end: Math.max(end, runEnd(TAIL, text, end)) };
}
