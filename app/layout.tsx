import "@fontsource-variable/geist/index.css";
import "@fontsource-variable/geist-mono/index.css";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { parseTheme, THEME_COOKIE } from "@/components/shell/theme";
import { RootTexts } from "@/components/ui/more-texts";
import "./globals.css";

// The Latin part is preloaded with a fallback of the same width, so that no text moves; the imports above bring the
// other alphabets when a page has them.
const geist = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist",
  weight: "100 900",
});
const geistMono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
});

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell");
  return { title: { default: "Kandev", template: "%s · Kandev" }, description: t("description") };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  // A keyboard on the screen makes the page smaller instead of hiding its lower half, where the overlay is.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f6f8" },
    { media: "(prefers-color-scheme: dark)", color: "#1b1b20" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [jar, locale, { common, shell }] = await Promise.all([cookies(), getLocale(), getMessages()]);
  const theme = parseTheme(jar.get(THEME_COOKIE)?.value);
  return (
    <html
      lang={locale}
      dir="ltr"
      data-theme={theme === "system" ? undefined : theme}
      className={`${geist.variable} ${geistMono.variable}`}
      // The theme switch changes the attribute without asking the server.
      suppressHydrationWarning
    >
      <body>
        <RootTexts locale={locale} messages={{ common, shell }}>
          {children}
        </RootTexts>
      </body>
    </html>
  );
}
