/** Where the run of characters ends that starts at `at`. `run` is sticky and matches the empty text: a run like `[a-z]*`. */
export function runEnd(run: RegExp, text: string, at: number): number {
  run.lastIndex = at;
  run.test(text);
  return run.lastIndex;
}
