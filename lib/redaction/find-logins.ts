import { runEnd } from "./run-end";
import type { Span } from "./span";

/** `user:password` right before an `@`, with at most so many characters; look-behind ends where it begins to repeat. */
const LOGIN = /(?:^|[\s"'`=(,])([\w.+-]{1,64}):([^\s"'`:/@]{1,128})$/;
const LONGEST_LOGIN = 200;

/** What a host looks like, so that versions and digests behind an `@` are none: a domain, localhost or an IPv4 address. */
const HOST = /(?:[A-Za-z][\w-]*(?:\.[\w-]+)*\.[A-Za-z]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3})(?![\w])/y;

/** Words before a colon that say what the address behind it is for. */
const LABEL =
  /^(?:mailto|e?-?mail|from|to|b?cc|reply-to|author|committer|by|ssh|git|sip|xmpp|acct|user|contact|npm)$/i;

/** Passwords in `user:password@host` without a scheme. */
export function findLogins(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("@"), from = 0; at >= 0; from = at + 1, at = text.indexOf("@", from)) {
    const before = text.slice(Math.max(from, at - LONGEST_LOGIN), at);
    const match = before.includes(":") ? LOGIN.exec(before) : null;
    if (!match || LABEL.test(match[1] ?? "") || runEnd(HOST, text, at + 1) === 0) continue;
    spans.push({ start: at - (match[2]?.length ?? 0), end: at });
  }
  return spans;
}
