import type { Span } from "./span";

/**
 * What has no look of its own, or changes that of the text around it: Unicode's default ignorable characters (zero width,
 * variation selectors, tags, fillers), bidirectional controls, separators of lines and paragraphs, annotation marks, control
 * characters but line feed and tab, half surrogates.
 */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}\ufff9-\ufffb]|[^\P{Cc}\n\t]/u;

/** The answer for every UTF-16 unit, because asking a pattern four million times takes too long. */
const worthALook = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  Number(INVISIBLE.test(String.fromCharCode(code))),
);

/** A text that is strewn with more of them was not made for reading, and each costs time. */
const MOST_RUNS = 50_000;

/** @throws RangeError for a text with more than MOST_RUNS runs of invisible characters. */
export function invisibleRuns(text: string): Span[] {
  const runs: { start: number; end: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    if (worthALook[text.charCodeAt(at)] === 0) continue;
    const point = text.codePointAt(at) ?? 0;
    const end = at + (point > 0xffff ? 2 : 1);
    if (isInvisible(text, point, end)) {
      const last = runs.at(-1);
      if (last?.end === at) last.end = end;
      else if (runs.push({ start: at, end }) > MOST_RUNS)
        throw new RangeError("too many invisible characters");
    }
    at = end - 1;
  }
  return runs;
}

/** A carriage return ends a line together with a line feed; alone it lets a terminal write over the line. */
function isInvisible(text: string, point: number, next: number): boolean {
  if (point === 13) return text.charCodeAt(next) !== 10;
  return point <= 0xffff || INVISIBLE.test(String.fromCodePoint(point));
}
