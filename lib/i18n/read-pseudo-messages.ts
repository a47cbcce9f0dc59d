import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Messages } from "next-intl";
import { DEFAULT_LOCALE } from "./locales";
import { NAMESPACES } from "./namespaces";

const FOLDER = join("lib", "i18n", "messages", DEFAULT_LOCALE);

/** The texts of the pseudo locale, compiled as the build compiles the others. */
export async function readPseudoMessages(): Promise<Messages> {
  const [{ default: compile }, { pseudoMessage }] = await Promise.all([
    import("icu-minify/compile"),
    import("./pseudo"),
  ]);
  const texts = await Promise.all(
    NAMESPACES.map(async (namespace) => {
      const path = join(/* turbopackIgnore: true */ process.cwd(), FOLDER, `${namespace}.json`);
      const compileText = (_key: string, value: unknown): unknown =>
        typeof value === "string" ? structuredClone(compile(pseudoMessage(value))) : value; // React wants plain objects
      return [namespace, JSON.parse(await readFile(path, "utf8"), compileText) as unknown] as const;
    }),
  );
  return Object.fromEntries(texts) as unknown as Messages; // the shape of the English ones
}
