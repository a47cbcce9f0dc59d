import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LANGUAGE_TAGS, LOCALE_COOKIE, PSEUDO_LOCALE } from "./locales";
import { pickLocale } from "./pick-locale";
import { readMessages } from "./read-messages";
import { readPseudoMessages } from "./read-pseudo-messages";

/** The pseudo locale is for who works on the product: `npm run dev`, and servers that tests start. */
const pseudo = process.env.NODE_ENV !== "production" || process.env.KANDEV_PSEUDO_LOCALE === "1";

/** The language of a request. Read by next-intl (next.config.ts). */
export default getRequestConfig(async () => {
  const [jar, list] = await Promise.all([cookies(), headers()]);
  const locale = pickLocale({
    cookie: jar.get(LOCALE_COOKIE)?.value,
    header: list.get("accept-language"),
    pseudo,
  });
  const messages = await (locale === PSEUDO_LOCALE ? readPseudoMessages() : readMessages(locale));
  return { locale: LANGUAGE_TAGS[locale], messages, timeZone: "UTC" };
});
