import { runEnd } from "./run-end";
import type { Span } from "./span";

/** `user:password` right before an `@`, with at most so many characters; look-behind ends where it begins to repeat. */
const LOGIN = /(?:^|[\s"'`=(,])([\w.+-]{1,64}):([^\s"'`:/@]{1,128})$/;
const LONGEST_LOGIN = 200;

/**
 * The same behind a scheme, where a sign stands in the password that ends an authority (RFC 3986, 3.2) and should have been
 * escaped. Digits before a slash are a port.
 */
const RAW_PASSWORD =
  /:\/\/[^\s/?#"'`<>\\:@]{1,64}:(?!\d{1,5}[/?#])([^\s"'`<>\\@/?#]{0,128}[/?#][^\s"'`<>\\@]{0,128})$/y;
const NAME = /(?!sha\d)[\w[]/y;

/** What a host looks like, so that versions and digests behind an `@` are none: a domain, localhost or an IPv4 address. */
const HOST = /(?:[A-Za-z][\w-]*(?:\.[\w-]+)*\.[A-Za-z]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3})(?![\w])/y;

/** Words before a colon that say what the address behind it is for. */
const LABEL =
  /^(?:mailto|e?-?mail|from|to|b?cc|reply-to|author|committer|by|ssh|git|sip|xmpp|acct|user|contact|npm)$/i;

/** Passwords in `user:password@host` without a scheme, and with one where a sign in the password is not escaped. */
export function findLogins(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("@"), from = 0; at >= 0; from = at + 1, at = text.indexOf("@", from)) {
    const before = text.slice(Math.max(from, at - LONGEST_LOGIN), at);
    const raw = rawPassword(text, before, at);
    if (raw) spans.push(raw);
    const match = before.includes(":") ? LOGIN.exec(before) : null;
    if (raw || !match || LABEL.test(match[1] ?? "") || runEnd(HOST, text, at + 1) === 0) continue;
    spans.push({ start: at - (match[2]?.length ?? 0), end: at });
  }
  return spans;
}

function rawPassword(text: string, before: string, at: number): Span | undefined {
  const scheme = before.lastIndexOf("://");
  if (scheme < 0 || runEnd(NAME, text, at + 1) === 0) return undefined;
  RAW_PASSWORD.lastIndex = scheme;
  const password = RAW_PASSWORD.exec(before)?.[1];
  return password === undefined ? undefined : { start: at - password.length, end: at };
}
