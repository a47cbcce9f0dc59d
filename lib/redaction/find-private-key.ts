import { endOfMix } from "./end-of-mix";
import type { Finder } from "./finder";
import { runEnd } from "./run-end";

const BEGIN = /-----BEGIN [\dA-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const END = /(?:-----END [\dA-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/y;

/** What stands between the two: base64, headers, line ends as they are or as escapes, and single hyphens. */
const CONTENT = /[\w+/=\s:,.()@\\]*/y;
const HYPHEN = /-(?!-)/y;

/** Of a key that is cut: its headers and its lines of base64. A command behind it does not look like that and stays. */
const HEADERS = /(?:(?:\s|\\{1,7}[nr]){0,4}[\w-]{1,40}: [\w ,./()@-]{1,200}(?=\s|\\{1,7}[nr])){0,10}/y;
const LINES = /(?:(?:\s|\\{1,7}[nr]){0,4}[A-Za-z\d+/=]{8,})*/y;

/** Finds a private key in PEM or OpenPGP armour (RFC 7468, RFC 9580), complete or cut. */
export const privateKeyFinder: Finder = {
  trigger: "-----BEGIN",
  find(text, at) {
    BEGIN.lastIndex = at;
    if (!BEGIN.test(text)) return undefined;
    const content = BEGIN.lastIndex;
    const contentEnd = endOfMix(CONTENT, HYPHEN, text, content);
    const end = runEnd(END, text, contentEnd);
    if (end > contentEnd) return { start: at, end };
    return { start: at, end: runEnd(LINES, text, runEnd(HEADERS, text, content)) };
  },
};
