import { describe, expect, it } from "vitest";
import { ANSWER_LIMIT_RUNES, ANSWER_MAX_UTF16_UNITS, countRunes, runesOverLimit } from "./runes";

describe("the limit of an answer's text", () => {
  it("W4a: counts code points, so an emoji and a rare ideograph are one each", () => {
    expect(countRunes("a😀𠀀é")).toBe(4);
    expect("😀".length).toBe(2);
  });

  it("W4, W4a: takes 2000 runes and refuses 2001, whatever they are made of", () => {
    for (const rune of ["a", "é", "漢", "😀"]) {
      expect(runesOverLimit(rune.repeat(ANSWER_LIMIT_RUNES))).toBe(0);
      expect(runesOverLimit(rune.repeat(ANSWER_LIMIT_RUNES + 1))).toBe(1);
    }
  });

  it("N8b, W4: counts blanks at the ends, because the server counts before it trims", () => {
    expect(runesOverLimit(`${"a".repeat(ANSWER_LIMIT_RUNES)} `)).toBe(1);
  });

  it("W4a: leaves room in maxLength for 2000 runes of two UTF-16 units", () => {
    expect(ANSWER_MAX_UTF16_UNITS).toBeGreaterThanOrEqual(2 * ANSWER_LIMIT_RUNES);
  });
});
