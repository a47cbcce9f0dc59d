import { invisibleRuns } from "./invisible-runs";

/** More of them in a row say nothing that their number does not. */
const LISTED_UNITS = 32;

/** What an emoji is joined and styled with (UTS 51): a selector, a joiner, or both. */
const JOINT = /^(?:\ufe0f?\u200d|[\ufe0e\ufe0f])$/;
const PICTOGRAPH_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}/u;

/**
 * The text with its invisible characters written out, as `⟨U+202E⟩`, so that what a person reads is what there is, in the
 * order in which it is there. Emoji that are made of several stay as they are.
 *
 * @throws RangeError for a text with too many of them.
 */
export function visible(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of invisibleRuns(text)) {
    if (isEmojiJoint(text, start, end)) continue;
    parts.push(text.slice(from, start), nameRun(text.slice(start, end)));
    from = end;
  }
  return parts.join("") + text.slice(from);
}

function isEmojiJoint(text: string, start: number, end: number): boolean {
  const run = text.slice(start, end);
  if (!JOINT.test(run) || !PICTOGRAPH_BEFORE.test(text.slice(Math.max(0, start - 2), start))) return false;
  return !run.endsWith("\u200d") || PICTOGRAPH.test(text.slice(end, end + 2));
}

function nameRun(run: string): string {
  if (run.length > LISTED_UNITS) return `⟨${run.length} invisible characters⟩`;
  return Array.from(run, (character) => `⟨U+${nameOf(character)}⟩`).join("");
}

const nameOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
