import type { AbstractIntlMessages } from "next-intl";
import type { Locale } from "./locales";
import { NAMESPACES } from "./namespaces";

/** The texts of one language, by namespace. */
export async function readMessages(locale: Locale): Promise<AbstractIntlMessages> {
  const files = await Promise.all(
    NAMESPACES.map(async (namespace) => {
      const file = (await import(`./messages/${locale}/${namespace}.json`)) as {
        readonly default: AbstractIntlMessages;
      };
      return [namespace, file.default] as const;
    }),
  );
  return Object.fromEntries(files);
}
