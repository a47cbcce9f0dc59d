import type { Finder } from "./finder";
import { isTokenStart } from "./is-token-start";

interface TokenShape {
  readonly triggers: readonly string[];
  /** How many characters before the trigger the token may begin. */
  readonly backs: readonly number[];
  readonly shape: RegExp;
  /** Also in the middle of a word. */
  readonly isAnywhere?: true;
}

const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => to - index);

/** Every character class that the scanner tells apart and that may follow a trigger of two characters. */
const ALNUM = [..."0abcdefghijklmnopqrstuvwxyz"];

/** Tokens whose mark is not a long prefix. All quantifiers are bounded, so a look costs the same everywhere. */
const shapes: readonly TokenShape[] = [
  // Twilio API key
  { triggers: ALNUM.map((char) => `SK${char}`), backs: [0], shape: /SK[\dA-Fa-f]{32}(?![\dA-Za-z])/y },
  // Vault, tokens before 1.10
  {
    triggers: ALNUM.map((char) => `s.${char}`),
    backs: [0],
    shape: /s\.(?=[A-Za-z]{0,23}\d)[\dA-Za-z]{24}(?![\dA-Za-z])/y,
  },
  // Microsoft Entra client secret
  { triggers: ["0Q~"], backs: [3], shape: /[\w.~]{3}\dQ~[\w.~-]{31,40}/y },
  // Terraform Cloud
  { triggers: [".atlasv1."], backs: [14], shape: /[\dA-Za-z]{14}\.atlasv1\.[\w=-]{40,100}/y },
  // MaxMind licence key
  { triggers: ["_mmk"], backs: [36], shape: /[\dA-Za-z]{6}_[\dA-Za-z]{29}_mmk/y },
  // Facebook app access token
  { triggers: ["00|", "00%"], backs: [13, 14], shape: /\d{15,16}(?:\||%7C|%)[\w-]{27,40}/y },
  // Telegram bot token
  {
    triggers: [...ALNUM, "_", "-"].map((char) => `:A${char}`),
    backs: upTo(5, 16),
    shape: /\d{5,16}:A[\w-]{34}/y,
    isAnywhere: true,
  },
];

/** Finders of those tokens. */
export const shapeFinders: readonly Finder[] = shapes.flatMap((shape) =>
  shape.triggers.map((trigger) => ({
    trigger,
    find: (text: string, at: number) => findShape(shape, text, at),
  })),
);

function findShape({ backs, shape, isAnywhere }: TokenShape, text: string, at: number) {
  for (const back of backs) {
    const start = at - back;
    if (start < 0 || !(isAnywhere || isTokenStart(text, start))) continue;
    shape.lastIndex = start;
    if (shape.test(text)) return { start, end: shape.lastIndex };
  }
  return undefined;
}
