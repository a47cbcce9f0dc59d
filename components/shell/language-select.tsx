"use client";

import { clsx } from "clsx";
import { Languages } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { LANGUAGE_NAMES, LOCALES } from "@/lib/i18n/locales";
import { useLanguage } from "./use-language";

/** The choice of the language of the pages. Kept in a cookie, like the theme. */
export function LanguageSelect({ className }: { className?: string }) {
  const t = useTranslations("shell");
  const id = useId();
  const { language, choose } = useLanguage();
  return (
    <span className={clsx("flex min-w-0 items-center gap-1.5 text-muted", className)}>
      <label htmlFor={id} className="shrink-0">
        <Languages size={14} aria-hidden />
        <span className="sr-only">{t("language.label")}</span>
      </label>
      <select
        id={id}
        value={language}
        data-testid="language"
        className="h-7 min-w-0 rounded-md bg-transparent px-1 text-meta hover:bg-hover hover:text-ink pointer-coarse:h-11 pointer-coarse:text-[1rem]"
        onChange={(event) => {
          const next = LOCALES.find((locale) => locale === event.target.value);
          if (next !== undefined) choose(next);
        }}
      >
        {language === "" && <option value="">–</option>}
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LANGUAGE_NAMES[locale]}
          </option>
        ))}
      </select>
    </span>
  );
}
