/** The server's cap on an answer's text and on a skip reason, in code points (N8b). */
export const ANSWER_LIMIT_RUNES = 2000;

/** From here on the counter is shown. */
export const COUNTER_FROM_RUNES = 1800;

/**
 * A coarse backstop for `maxLength` against pasted files. It counts UTF-16 units and cuts without a word, so it lies far
 * above the 4000 that 2000 runes can take: nothing the server accepts is refused, and what is too long is told (W4a).
 */
export const ANSWER_MAX_UTF16_UNITS = 20_000;

/** The length of `text` in Unicode code points, as the server counts it. */
export function countRunes(text: string): number {
  return Array.from(text).length;
}

/** How many code points `text` is over the limit; 0 when it fits. Counts the raw text: the server trims afterwards. */
export function runesOverLimit(text: string): number {
  return Math.max(0, countRunes(text) - ANSWER_LIMIT_RUNES);
}
