import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTranslator, type Messages } from "next-intl";
import { LANGUAGE_TAGS, type Locale } from "@/lib/i18n/locales";
import type { Namespace } from "@/lib/i18n/namespaces";
import type { Translate } from "@/lib/i18n/translate";

/** The real texts of one part of the pages. A text that is missing, or given too little, throws. */
export async function textsOf<N extends Namespace>(
  namespace: N,
  locale: Locale = "en",
): Promise<Translate<N>> {
  const file = join("lib", "i18n", "messages", locale, `${namespace}.json`);
  const texts: unknown = JSON.parse(await readFile(file, "utf8"));
  const translate = createTranslator<Messages, Namespace>({
    locale: LANGUAGE_TAGS[locale],
    messages: { [namespace]: texts } as unknown as Messages, // the compiler compares the files with their type
    namespace,
    onError: (error) => {
      throw error;
    },
  });
  return translate as unknown as Translate<N>;
}
