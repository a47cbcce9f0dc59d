import { endOfMix } from "./end-of-mix";
import { endOfWord } from "./end-of-word";
import type { Finder } from "./finder";
import { runEnd } from "./run-end";

const NAME = /(?:proxy-)?authorization|(?:set-)?cookie/iy;
const SEPARATOR = /(?:\\{0,7}["'])?[ \t]{0,8}[:=,][ \t]{0,8}(?:\\{0,7}["'])?/y;

/** The scheme of an Authorization header (RFC 9110, 11.4) stays readable; these are in use. */
const SCHEME =
  /(?:(?:api-?key|aws4-hmac-sha256|aws|basic|bearer|digest|dpop|hawk|hmac|jwt|key|mac|negotiate|ntlm|oauth|sharedaccesssignature|splunk|ssws|token)[ \t]{1,4})?/iy;

/** Where a header has a line or quotes of its own: only there everything up to their end is its value. */
const OWN_LINE = /(?:^|[\r\n"'`]|\\[nr])[ \t]{0,40}$/;

/** The rest of such a line. A separator of commands ends it, because in a command it is one, and so does a substitution. */
const REST = /[^\r\n"'`\\$;&|<>]*/y;
const REST_TOO = /(?<==)(\\{0,7}")[^"`\\$;&|\r\n]{0,4096}\1|\$(?!\()|[;&|](?!\s)|\\(?![\\"'nr])/y;

/** Parameters of a scheme (RFC 9110, 11.2), and pairs of a cookie (RFC 6265, 4.1 and 4.2). */
const PARAMETER =
  /,?[ \t]{0,4}[\w-]{1,40}=(?:(\\{0,7}")[^"`\\$;&|\r\n]{0,4096}\1|[^\s"'`,;&|<>\\$()]{1,4096})/y;
const COOKIE = /[^\s"'`\\$;&|<>()=]{1,200}=(?:[^\s"'`\\$;&|<>()]|\$(?!\()|[&|](?!\s)){0,4096};?[ \t]{0,4}/y;
const NOTHING = /(?:)/y;

const REFERENCE = /^(?:\$\w+|\$\{\w+\}|\{\{.*|\[redacted\]?|)$/;

/** Finders of the credentials in Authorization and Cookie headers, on a line of their own, in quotes, in JSON, in a text. */
export const headerFinders: readonly Finder[] = [
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
].map((trigger) => ({ trigger, isByName: true, find: findHeader }));

function findHeader(text: string, at: number) {
  const nameEnd = runEnd(NAME, text, at);
  const value = nameEnd === 0 ? 0 : runEnd(SEPARATOR, text, nameEnd);
  if (value === 0) return undefined;
  const isCookie = /e$/i.test(text.charAt(nameEnd - 1));
  const start = isCookie ? value : runEnd(SCHEME, text, value);
  const end = isCookie ? endOfMix(NOTHING, COOKIE, text, start) : endOfCredentials(text, at, start);
  const trimmed = start + text.slice(start, end).trimEnd().length;
  return REFERENCE.test(text.slice(start, Math.min(trimmed, start + 100)))
    ? undefined
    : { start, end: trimmed };
}

function endOfCredentials(text: string, at: number, start: number): number {
  if (OWN_LINE.test(text.slice(Math.max(0, at - 42), at))) return endOfMix(REST, REST_TOO, text, start);
  const parameters = endOfMix(NOTHING, PARAMETER, text, start);
  return parameters > start ? parameters : endOfMix(NOTHING, PARAMETER, text, endOfWord(text, start));
}
