import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";
import { DEFAULT_LOCALE, type Locale, LOCALES, PSEUDO_LOCALE } from "./locales";

interface Wish {
  /** The value of the language cookie. */
  readonly cookie: string | undefined;
  /** The browser's `Accept-Language`. */
  readonly header: string | null;
  /** The pseudo locale may be chosen. */
  readonly pseudo: boolean;
}

/** The language of a page: the chosen one, else the nearest to what the browser asks for, else English. */
export function pickLocale({ cookie, header, pseudo }: Wish): Locale | typeof PSEUDO_LOCALE {
  if (pseudo && cookie === PSEUDO_LOCALE) return PSEUDO_LOCALE;
  const chosen = LOCALES.find((locale) => locale === cookie);
  if (chosen !== undefined) return chosen;
  const wanted = new Negotiator({ headers: { "accept-language": header ?? "" } }).languages();
  const nearest = match(wanted.filter(isTag), LOCALES, DEFAULT_LOCALE);
  return LOCALES.find((locale) => locale === nearest) ?? DEFAULT_LOCALE;
}

/** Anybody can write a header; `*` is no language either. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
