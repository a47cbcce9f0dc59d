import { describe, expect, it } from "vitest";
import { textsOf } from "../testing/texts";
import { formatAge, formatAgo, formatIn, secondsSince } from "./ages";

const t = await textsOf("common");
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("ages", () => {
  it.each([
    [0, "0 s"],
    [-5, "0 s"],
    [59.9, "59 s"],
    [60, "1 m"],
    [134, "2 m 14 s"],
    [3600, "1 h"],
    [11_100, "3 h 5 m"],
    [187_200, "2 d 4 h"],
  ])("writes %d seconds as %s", (seconds, text) => {
    expect(plain(formatAge(t, seconds))).toBe(text);
    expect(formatAge(t, seconds)).not.toContain(" ");
  });

  it.each([
    [4, "now"],
    [5, "5 s ago"],
    [61, "1 m ago"],
    [7200, "2 h ago"],
    [90_000, "1 d ago"],
  ])("writes a moment %d seconds back as %s", (seconds, text) => {
    expect(plain(formatAgo(t, seconds))).toBe(text);
  });

  it.each([
    [-1, "now"],
    [0, "now"],
    [14.2, "in 15 s"],
    [90 * 60, "in 2 h"],
    [30 * 86_400 - 4, "in 30 d"],
    [90 * 86_400 + 4, "in 90 d"],
  ])("writes a moment %d seconds ahead as %s", (seconds, text) => {
    expect(plain(formatIn(t, seconds))).toBe(text);
  });

  it.each([
    ["de", "2 Tage 4 h", "vor 1 Tag", "in 30 Tagen"],
    ["pt", "2 d 4 h", "há 1 dia", "daqui a 30 dias"],
    ["zh-CN", "2 天 4 小时", "1 天前", "30 天后"],
  ] as const)("says it in the language of the page: %s", async (locale, age, ago, ahead) => {
    const texts = await textsOf("common", locale);
    const said = [formatAge(texts, 187_200), formatAgo(texts, 90_000), formatIn(texts, 30 * 86_400)];
    expect(said.map(plain)).toEqual([age, ago, ahead]);
  });

  it("reads microseconds, and takes the future and nonsense as no time at all", () => {
    const now = Date.parse("2026-01-01T00:00:10Z");
    expect(secondsSince("2026-01-01T00:00:00.250000Z", now)).toBe(9.75);
    expect(secondsSince("2026-01-02T00:00:00Z", now)).toBe(0);
    expect(secondsSince("", now)).toBe(0);
  });
});
