const ALNUM = /[A-Za-z0-9]/;

/** An escape before a token ends in a letter or digit that is not the token's: `\n`, `%3D`, `\u0022`. */
const ESCAPE = /(?:\\[abefnrtv]|%[\dA-Fa-f]{2}|\\x[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4})$/;

/** True where a token may begin: not in the middle of a word. */
export const isTokenStart = (text: string, at: number): boolean =>
  at === 0 || !ALNUM.test(text.charAt(at - 1)) || ESCAPE.test(text.slice(Math.max(0, at - 6), at));
