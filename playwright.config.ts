import { defineConfig } from "playwright/test";

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/** `npm test` finds the browser and names it in KANDEV_CHROMIUM; without that it is the one Playwright installed. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./lib/testing/global-setup.ts",
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
  use: {
    trace: "retain-on-failure",
    launchOptions: {
      ...(process.env.KANDEV_CHROMIUM ? { executablePath: process.env.KANDEV_CHROMIUM } : {}),
      args: [
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ],
    },
  },
});
