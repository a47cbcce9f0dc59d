import { invisibleRuns } from "./invisible-runs";
import { runEnd } from "./run-end";

/** What a terminal takes for a change of colour or place: nobody sees its letters either. */
const ESCAPE_SEQUENCE = /\x1b\[[0-?]{0,40}[ -/]{0,4}[@-~]/y;

/** A text without its invisible characters, and where each of its units stood; undefined when it has none. */
export function stripInvisible(text: string): { text: string; position(index: number): number } | undefined {
  const runs = invisibleRuns(text);
  if (runs.length === 0) return undefined;
  const positions = new Uint32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  for (const { start, end } of [...runs, { start: text.length, end: text.length }]) {
    parts.push(text.slice(from, start));
    for (let index = from; index < start; index++) positions[length++] = index;
    from = Math.max(end, runEnd(ESCAPE_SEQUENCE, text, end - 1));
  }
  return { text: parts.join(""), position: (index) => positions[index] ?? text.length };
}
