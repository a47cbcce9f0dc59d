/** The languages of the pages; English is the source of the others. */
export const LOCALES = ["en", "de", "pt", "zh-CN"] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en";

/** The cookie that holds the chosen language; without it the browser's own languages decide. */
export const LOCALE_COOKIE = "kandev_locale";
