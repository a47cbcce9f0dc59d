import { describe, expect, test } from "vitest";
import { visible } from "./visible";

describe("an invisible character", () => {
  test.each([
    ["a right-to-left override", "rm \u202eabc", "rm ⟨U+202E⟩abc"],
    ["a zero-width space", "a\u200bb", "a⟨U+200B⟩b"],
    ["a byte order mark", "\ufeffa", "⟨U+FEFF⟩a"],
    ["a soft hyphen", "a\u00adb", "a⟨U+00AD⟩b"],
    ["a Mongolian vowel separator", "a\u180eb", "a⟨U+180E⟩b"],
    ["an isolate", "a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"],
    ["a tag character", "a\u{e0041}b", "a⟨U+E0041⟩b"],
    ["a variation selector", "a\ufe0f\u{e0100}b", "a⟨U+FE0F⟩⟨U+E0100⟩b"],
    ["a Hangul filler", "a\u3164b", "a⟨U+3164⟩b"],
    ["a line separator", "a\u2028b", "a⟨U+2028⟩b"],
    ["an escape sequence", "\x1b[2Ka", "⟨U+001B⟩[2Ka"],
    ["a NUL", "a\0b", "a⟨U+0000⟩b"],
    ["a DEL and a C1 control", "a\x7f\x9bb", "a⟨U+007F⟩⟨U+009B⟩b"],
    ["a lone carriage return", "safe\rrm", "safe⟨U+000D⟩rm"],
    ["half a surrogate pair", "a\ud800b", "a⟨U+D800⟩b"],
    ["a joiner outside of an emoji", "a\u200db", "a⟨U+200D⟩b"],
    ["a second selector of an emoji", "❤\ufe0f\ufe0f", "❤⟨U+FE0F⟩⟨U+FE0F⟩"],
  ])("PR12: is written out: %s", (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test("PR12: is counted where there are many in a row", () => {
    expect(visible(`a${"\u200b".repeat(5000)}b`)).toBe("a⟨5000 invisible characters⟩b");
  });

  test("PR12: makes a text unfit to be shown when it is strewn with them", () => {
    expect(() => visible("a\u200b".repeat(60_000))).toThrow(RangeError);
  });
});

test.each(["tab\there\nline\r\nwindows", "naïve 漢字 עברית", "👩‍👩‍👧‍👦 ❤️ 👩🏽‍💻 🏳️‍🌈", "👍🏽", "𝒳"])(
  "PR12: what can be seen stays as it is: %j",
  (text) => {
    expect(visible(text)).toBe(text);
  },
);
