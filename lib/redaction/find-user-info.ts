import type { Finder } from "./finder";
import { looksRandom } from "./looks-random";
import { runEnd } from "./run-end";

/** The authority of a URL (RFC 3986, 3.2), as far as it may be written raw on a command line. */
const AUTHORITY = /[^\s/?#"'`<>\\]*/y;

/**
 * Finds the password in `scheme://user:password@host`, or a token that stands alone before the `@`. User and host stay
 * readable: whom the request goes to is what a person decides about.
 */
export const userInfoFinder: Finder = {
  trigger: "://",
  find(text, at) {
    if (!text.startsWith("://", at)) return undefined;
    const start = at + 3;
    const authority = text.slice(start, runEnd(AUTHORITY, text, start));
    const end = authority.lastIndexOf("@");
    if (end < 1) return undefined;
    const colon = authority.indexOf(":");
    if (colon >= 0 && colon < end) {
      const password = authority.slice(colon + 1, end);
      if (password === "" && looksRandom(authority.slice(0, colon))) return { start, end: start + colon };
      return isReference(password) ? undefined : { start: start + colon + 1, end: start + end };
    }
    return looksRandom(authority.slice(0, end)) ? { start, end: start + end } : undefined;
  },
};

const isReference = (password: string): boolean =>
  password === "" || /^(?:\$\w+|\$\{\w+\}|\[redacted\])$/.test(password);
