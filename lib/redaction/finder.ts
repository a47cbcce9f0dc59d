import type { Span } from "./span";

/**
 * Finds a credential that `trigger` announces. The scanner compares only the trigger's first three characters, roughly and
 * without case, and calls `find` where they may stand; `find` looks closely. It has to be quick about saying no, and may
 * look back and ahead only so far as its answer uses up or a constant bounds: that keeps the whole scan linear.
 */
export interface Finder {
  readonly trigger: string;
  /** It finds values by their names, which those that stand in a value found so do not change. */
  readonly isByName?: true;
  readonly find: (text: string, at: number) => Span | undefined;
}
