import { expect, test } from "vitest";
import { pickLocale } from "./pick-locale";

const pick = (header: string | null, cookie?: string, pseudo = false) =>
  pickLocale({ cookie, header, pseudo });

test.each([
  [null, "en"],
  ["*", "en"],
  ["en-GB,en;q=0.9", "en"],
  ["en-US,en;q=0.9,de;q=0.8", "en"],
  ["de-AT", "de"],
  ["de;q=0.5, pt;q=0.9", "pt"],
  ["pt-BR,pt;q=0.9,en;q=0.8", "pt"],
  ["zh", "zh-CN"],
  ["zh-Hans-SG", "zh-CN"],
  ["fr-FR,fr;q=0.9", "en"],
  ["fr-FR,de;q=0.4", "de"],
  ["de;q=0", "en"],
  ["not a language, de_DE, ;;;, x", "en"],
  [`${"de-".repeat(2000)}x`, "en"],
])("a browser that asks for %s gets %s", (header, locale) => {
  expect(pick(header)).toBe(locale);
});

test("the chosen language comes before the browser's; one that is not offered counts as none", () => {
  expect(pick("de", "zh-CN")).toBe("zh-CN");
  for (const cookie of ["", "fr", "EN", "__proto__", "../de"]) expect(pick("de", cookie)).toBe("de");
});

test("the pseudo locale is for tests: it must be chosen and allowed, and no header asks for it", () => {
  expect(pick("en-XA", "en-XA")).toBe("en");
  expect(pick("en-XA", undefined, true)).toBe("en");
  expect(pick("de", "en-XA", true)).toBe("en-XA");
});
