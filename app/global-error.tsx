"use client";

import { LANGUAGE_TAGS } from "@/lib/i18n/locales";
import de from "@/lib/i18n/messages/de/globalError.json";
import en from "@/lib/i18n/messages/en/globalError.json";
import pt from "@/lib/i18n/messages/pt/globalError.json";
import zh from "@/lib/i18n/messages/zh-CN/globalError.json";
import "./globals.css";

const TEXTS = [
  [LANGUAGE_TAGS.en, en],
  [LANGUAGE_TAGS.de, de],
  [LANGUAGE_TAGS.pt, pt],
  [LANGUAGE_TAGS["zh-CN"], zh],
] as const;

/**
 * The last resort, when even the frame could not be rendered. It is made at build time, so its scripts have no nonce and do
 * not run: it says the same in every language, and trying again is a link to the same address.
 */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main className="column py-16">
          {TEXTS.map(([lang, { title, text, retry }]) => (
            <section key={lang} lang={lang} className="mb-8">
              <h1 className="text-lg font-semibold">{title}</h1>
              <p className="mt-1 mb-4 text-muted">{text}</p>
              <a href="" className="font-medium text-accent-text underline">
                {retry}
              </a>
            </section>
          ))}
        </main>
      </body>
    </html>
  );
}
