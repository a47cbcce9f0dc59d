"use client";

import { type Messages, NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import type { LanguageTag } from "@/lib/i18n/locales";

type Some = Partial<Messages>;

/** The first texts that came in this language: every re-read of the page brings them again, and nothing must change for that. */
function useKept(locale: LanguageTag, messages: Some): Some {
  const [kept, keep] = useState({ locale, messages });
  if (kept.locale === locale) return kept.messages;
  keep({ locale, messages });
  return messages;
}

interface RootProps {
  locale: LanguageTag;
  messages: Some;
  children: ReactNode;
}

/** The language of the page, and the texts that all pages have. */
export function RootTexts({ locale, messages, children }: RootProps) {
  return (
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={useKept(locale, messages)}>
      {children}
    </NextIntlClientProvider>
  );
}

/** Adds texts to those that are there already; a provider alone would replace them. */
export function MoreTexts({ messages, children }: Omit<RootProps, "locale">) {
  const locale = useLocale();
  const outer = useMessages();
  const kept = useKept(locale, messages);
  const all = useMemo(() => ({ ...outer, ...kept }), [outer, kept]);
  return (
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
