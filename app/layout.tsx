import "@fontsource-variable/geist/index.css";
import "@fontsource-variable/geist-mono/index.css";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { NextIntlClientProvider } from "next-intl";
import { getLocale } from "next-intl/server";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { parseTheme, THEME_COOKIE } from "@/components/shell/theme";
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

export const metadata: Metadata = {
  title: { default: "Kandev", template: "%s · Kandev" },
  description: "Answer your coding agents.",
};

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
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html
      lang={await getLocale()}
      data-theme={theme === "system" ? undefined : theme}
      className={`${geist.variable} ${geistMono.variable}`}
      // The theme switch changes the attribute without asking the server.
      suppressHydrationWarning
    >
      <body>
        <NextIntlClientProvider>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}
