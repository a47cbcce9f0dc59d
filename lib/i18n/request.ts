import { cookies } from "next/headers";
import { hasLocale } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import { DEFAULT_LOCALE, LOCALE_COOKIE, LOCALES } from "./locales";
import { readMessages } from "./read-messages";

/** The language of a request. Read by next-intl (next.config.ts). */
export default getRequestConfig(async () => {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  const locale = hasLocale(LOCALES, chosen) ? chosen : DEFAULT_LOCALE;
  return { locale, messages: await readMessages(locale), timeZone: "UTC" };
});
