import { findSecrets } from "./find-secrets";
import { stripInvisible } from "./strip-invisible";
import { mergeSpans, type Span } from "./span";

const MASK = "[redacted]";

/**
 * The longest text that is shown, in UTF-16 units: twice what Linux takes as one argument (MAX_ARG_STRLEN, 128 KiB), so no
 * command is longer that a shell is given to run, and nobody decides by reading more. A longer text is refused and not cut:
 * what a person does not see may be the point. The limit also bounds what one request of an agent costs the server.
 */
export const PRESENTABLE_LENGTH = 256 * 1024;

/**
 * The text with every credential in it masked, and whether there was one (spec "action is an allowlisted projection", PR12).
 * Characters that nobody sees do not hide one: it is looked for in the text as it is and in the text as it reads.
 *
 * @throws RangeError for a text above PRESENTABLE_LENGTH.
 */
export function redact(text: string): { text: string; redacted: boolean } {
  if (text.length > PRESENTABLE_LENGTH) throw new RangeError("the text is too long to be shown");
  const spans = mergeSpans([...findSecrets(text), ...findHidden(text)]);
  return { text: mask(text, spans), redacted: spans.length > 0 };
}

function findHidden(text: string): Span[] {
  const stripped = stripInvisible(text);
  if (!stripped) return [];
  return findSecrets(stripped.text).map(({ start, end }) => ({
    start: stripped.position(start),
    end: stripped.position(end - 1) + 1,
  }));
}

function mask(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), MASK);
    from = end;
  }
  return parts.join("") + text.slice(from);
}
