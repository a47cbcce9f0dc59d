import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";
import { DEFAULT_LOCALE, LANGUAGE_TAGS, LOCALES } from "./locales";
import { readMessages } from "./read-messages";

/** Every text by its whole key. */
function flatten(tree: object, prefix = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    const path = `${prefix}${key}`;
    if (typeof value === "string") return [[path, value] as [string, string]];
    if (typeof value === "object" && value !== null) return flatten(value, `${path}.`);
    throw new Error(`${path} is neither a text nor a group of texts`);
  });
}

/** All elements of a message, those in its branches and tags as well. */
function elements(ast: readonly MessageFormatElement[]): MessageFormatElement[] {
  return ast.flatMap((element) => {
    if (element.type === TYPE.tag) return [element, ...elements(element.children)];
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return [element];
    return [element, ...Object.values(element.options).flatMap(({ value }) => elements(value))];
  });
}

const KIND: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: "text",
  [TYPE.number]: "number",
  [TYPE.date]: "date",
  [TYPE.time]: "time",
  [TYPE.plural]: "count",
  [TYPE.tag]: "tag",
};

/** What a message must be given: "name", "<link>"; a choice with its branches, which the code names. */
function needs(text: string): string[] {
  const found = elements(parse(text)).flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.tag) return [`<${element.value}>`];
    if (element.type === TYPE.select)
      return [`${element.value}: ${Object.keys(element.options).sort().join("|")}`];
    // A number may be shown bare in one language and counted in another.
    const plain = KIND[element.type] === "text" || KIND[element.type] === "count";
    return [`${plain ? "" : "formatted "}${element.value}`];
  });
  return [...new Set(found)].sort();
}

/** The plural forms that a language has for whole numbers. */
function formsOf(locale: (typeof LOCALES)[number]): Set<string> {
  const rules = new Intl.PluralRules(LANGUAGE_TAGS[locale]);
  return new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
}

const texts = new Map(
  await Promise.all(
    LOCALES.map(async (locale) => [locale, new Map(flatten(await readMessages(locale)))] as const),
  ),
);
const english = texts.get(DEFAULT_LOCALE) ?? new Map<string, string>();

describe.each(LOCALES)("the texts in %s", (locale) => {
  const own = texts.get(locale) ?? new Map<string, string>();

  test("are those that English has, none missing and none left over", () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test("are messages that can be read, and none is empty", () => {
    for (const [key, text] of own) {
      expect(text.trim(), key).not.toBe("");
      expect(() => parse(text), key).not.toThrow();
    }
  });

  test("need what the English ones need", () => {
    for (const [key, text] of own)
      expect({ key, needs: needs(text) }).toEqual({ key, needs: needs(english.get(key) ?? "") });
  });

  test("count with the plural forms of the language: each of them, and no other", () => {
    const forms = formsOf(locale);
    for (const [key, text] of own)
      for (const element of elements(parse(text))) {
        if (element.type !== TYPE.plural) continue;
        const given = Object.keys(element.options).filter((form) => !form.startsWith("="));
        expect({ key, forms: new Set(given) }).toEqual({ key, forms });
      }
  });
});
