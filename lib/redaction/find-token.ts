import type { Finder } from "./finder";
import { isTokenStart } from "./is-token-start";
import { runEnd } from "./run-end";
import { tokenFormats, type TokenBody, type TokenFormat } from "./token-formats";

const bodies: Record<TokenBody, string> = {
  alnum: "[A-Za-z0-9]",
  base64: "[A-Za-z0-9+/_=-]",
  dotted: "[A-Za-z0-9_.=-]",
  hex: "[A-Fa-f0-9]",
  upper: "[A-Z0-9]",
  webhook: "[A-Za-z0-9/@-]",
  word: "[A-Za-z0-9_-]",
};

/** A token shows its nature early; a look at more than this would be one too many where it is none. */
const LOOK = 64;

/** What may still belong to a token behind its shape: a longer edition of it, padding. */
const TAIL = /[A-Za-z0-9_-]*=*/y;

/** A prefix that ends in a sign and is this long is a token's also in the middle of a word. */
const DISTINCTIVE = /^.{3,}[_.~-]$/;

/** Finders of the tokens that a prefix announces. */
export const tokenFinders: readonly Finder[] = tokenFormats.flatMap((format) =>
  format.prefixes.split(" ").map((prefix) => ({ trigger: prefix, find: createFind(format, prefix) })),
);

function createFind({ body, min, holds, keepsPrefix }: TokenFormat, prefix: string): Finder["find"] {
  const head = new RegExp(`${bodies[body]}{0,${Math.max(min, LOOK)}}`, "y");
  const whole = new RegExp(`${bodies[body]}*`, "y");
  return (text, at) => {
    if (!text.startsWith(prefix, at)) return undefined;
    if (!DISTINCTIVE.test(prefix) && !isTokenStart(text, at)) return undefined;
    const start = at + prefix.length;
    const headEnd = runEnd(head, text, start);
    if (headEnd - start < min || (holds && !holds.test(text.slice(start, headEnd)))) return undefined;
    return { start: keepsPrefix ? start : at, end: runEnd(TAIL, text, runEnd(whole, text, headEnd)) };
  };
}
