import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root, runChild } from "./child.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_APPS = ["Google Chrome", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const PLAYWRIGHT = join(root, "node_modules/playwright/cli.js");

/** The one command that installs a browser and the libraries it needs. */
export const INSTALL_COMMAND = "npx playwright install --with-deps chromium";

/**
 * A Chromium that runs here: KANDEV_CHROMIUM, the system's, Playwright's, or else one that it installs.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const there = await findInstalled();
  if (there) return there;
  console.error("No Chromium found; installing one…");
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" };
  await runChild(process.execPath, [PLAYWRIGHT, "install", "chromium"], { env });
  return (await findInstalled()) ?? (await installFromDebian());
}

async function findInstalled() {
  const { chromium } = await import("playwright");
  const inPath = NAMES.flatMap((name) =>
    (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)),
  );
  const candidates = [process.env.KANDEV_CHROMIUM ?? "", ...inPath, ...MAC_APPS, chromium.executablePath()];
  // Some distributions have a stub in its place that only says how to install it.
  return candidates.find(
    (path) => path && existsSync(path) && spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0,
  );
}

async function installFromDebian() {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return undefined;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runChild("apt-get", ["update"], { env });
  await runChild("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env });
  return await findInstalled();
}
