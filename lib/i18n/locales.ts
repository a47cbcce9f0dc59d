/** The languages of the pages; English is the source of the others. */
export const LOCALES = ["en", "de", "pt", "zh-CN"] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en";

/** English with accents and longer words, made from the English texts: shows what was not translated, or has no room. */
export const PSEUDO_LOCALE = "en-XA";

/** The cookie that holds the chosen language; without it the browser's own languages decide. */
export const LOCALE_COOKIE = "kandev_locale";

/** The tag of each language, for the page and for `Intl`, where "pt" alone means Brazil's. */
export const LANGUAGE_TAGS = {
  en: "en",
  de: "de",
  pt: "pt-PT",
  "zh-CN": "zh-CN",
  [PSEUDO_LOCALE]: PSEUDO_LOCALE,
} as const satisfies Record<Locale | typeof PSEUDO_LOCALE, string>;

export type LanguageTag = (typeof LANGUAGE_TAGS)[keyof typeof LANGUAGE_TAGS];

/** The languages' own names for themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
  de: "Deutsch",
  pt: "Português",
  "zh-CN": "简体中文",
};
