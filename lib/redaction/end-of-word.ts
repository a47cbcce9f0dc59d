/** Signs that end a word in a shell, a query or a document, and those that do so only sometimes. */
const ENDS = new Set([..." \t\n\r\v\f\"'`;&|<>()"].map((sign) => sign.charCodeAt(0)));
const BACKSLASH = 92;
const MAY_END = new Set([..."\\,}]$"].map((sign) => sign.charCodeAt(0)));

const kinds = Uint8Array.from({ length: 128 }, (_, code) => (ENDS.has(code) ? 2 : MAY_END.has(code) ? 1 : 0));

/** An escaped line end or quote belongs to the document around; another escaped sign to the word. */
const ESCAPED_END = /\\{1,7}["'`nrt]/y;
const CLOSES = /[,}\]](?=[\s"'`,}\])]|$|[A-Za-z_][\w.-]{0,40}[=:])/y;
const SUBSTITUTION = /\$\(/y;

/** Where the unquoted word ends that starts at `start`. A shell's separator or substitution is never part of it. */
export function endOfWord(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    const kind = code < 128 ? kinds[code] : 0;
    if (kind === 0) continue;
    if (kind === 2 || endsAt(text, end)) return end;
    if (code === BACKSLASH) end++;
  }
  return Math.min(end, text.length);
}

function endsAt(text: string, at: number): boolean {
  return [ESCAPED_END, CLOSES, SUBSTITUTION].some((ending) => {
    ending.lastIndex = at;
    return ending.test(text);
  });
}
