import { headerFinders } from "./find-header";
import { nameFinders } from "./find-named-value";
import { privateKeyFinder } from "./find-private-key";
import { shapeFinders } from "./find-shape";
import { tokenFinders } from "./find-token";
import { userFinders } from "./find-user-option";
import { userInfoFinder } from "./find-user-info";
import type { Finder } from "./finder";

/** Everything that the one pass over a text looks for. The first finder of a position that answers wins. */
export const finders: readonly Finder[] = [
  privateKeyFinder,
  ...headerFinders,
  ...tokenFinders,
  ...shapeFinders,
  userInfoFinder,
  ...userFinders,
  ...nameFinders,
];
