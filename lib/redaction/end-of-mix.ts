import { runEnd } from "./run-end";

/**
 * Where a run ends whose characters `plain` tells at a glance but for a few, which `other` allows by what stands around them.
 * One pattern for both would keep a place to come back to for every character, and give up on a long run.
 */
export function endOfMix(plain: RegExp, other: RegExp, text: string, start: number): number {
  let end = runEnd(plain, text, start);
  for (let next = runEnd(other, text, end); next > end; next = runEnd(other, text, end))
    end = runEnd(plain, text, next);
  return end;
}
