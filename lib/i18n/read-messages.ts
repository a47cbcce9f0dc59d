import type { Messages } from "next-intl";
import type { Locale } from "./locales";
import { type Namespace, NAMESPACES } from "./namespaces";

/** The texts of one language, by namespace. */
export async function readMessages(locale: Locale): Promise<Messages> {
  const files = await Promise.all(
    NAMESPACES.map(async (namespace) => {
      const file = (await import(`./messages/${locale}/${namespace}.json`)) as {
        readonly default: Messages[Namespace];
      };
      return [namespace, file.default] as const;
    }),
  );
  return Object.fromEntries(files) as unknown as Messages; // the keys are the namespaces, a test compares the files
}
