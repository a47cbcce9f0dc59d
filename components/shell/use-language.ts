"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useOptimistic, useRef, useTransition } from "react";
import { announce } from "@/lib/client/announce";
import { LANGUAGE_NAMES, LANGUAGE_TAGS, type Locale, LOCALE_COOKIE, LOCALES } from "@/lib/i18n/locales";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The language of the page, and the way to another: the server renders the page anew, and what was typed stays. */
export function useLanguage(): { readonly language: Locale | ""; readonly choose: (next: Locale) => void } {
  const t = useTranslations("shell");
  const router = useRouter();
  const tag = useLocale();
  const current = LOCALES.find((locale) => LANGUAGE_TAGS[locale] === tag) ?? "";
  const [language, show] = useOptimistic<Locale | "">(current);
  const [, start] = useTransition();

  // Said once the page speaks it.
  const chosen = useRef(false);
  useEffect(() => {
    if (!chosen.current || current === "") return;
    chosen.current = false;
    announce(t("language.said", { name: LANGUAGE_NAMES[current] }));
  }, [current, t]);

  const choose = (next: Locale) => {
    if (next === current) return;
    chosen.current = true;
    document.cookie = `${LOCALE_COOKIE}=${next}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    start(() => {
      show(next);
      router.refresh();
    });
  };
  return { language, choose };
}
