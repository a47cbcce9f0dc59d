import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runChild } from "./child.mjs";
import { withPrepareLock } from "./prepare-lock.mjs";

/** Everything that a build is made from; what only runs beside it is left out below. */
const SOURCES =
  /^(app|components|db|lib|public|package-lock\.json|tsconfig\.json|(next|postcss)\.config\..+|instrumentation.*\.ts|proxy\.ts)$/;
const NOT_BUILT = /^lib\/(cli|bench|testing)$|\.test\.tsx?$/;
const STAMP = join(root, ".next/kandev-build");

/**
 * Installs the locked dependencies unless they are there. Ends the process when that fails.
 * @param {{ dev?: boolean }} [options] `dev`: also those that only development and tests need
 */
export async function ensureInstalled({ dev = false } = {}) {
  if (isInstalled(root, dev)) return;
  await withPrepareLock(async () => {
    if (isInstalled(root, dev)) return;
    console.error("Installing dependencies…");
    const npm = process.env.npm_execpath ?? "";
    const [program, first] = /npm-cli\.[cm]?js$/.test(npm) ? [process.execPath, [npm]] : ["npm", []];
    const args = [
      ...first,
      "ci",
      "--include=dev",
      "--include=optional",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ];
    // Standard output belongs to the command that needs the dependencies.
    endOn(
      await runChild(program, args, { stdio: ["ignore", 2, 2] }),
      "The dependencies could not be installed: see above.",
    );
  });
}

/**
 * Builds unless a build of exactly these sources is there. Ends the process when that fails.
 * @param {{ always?: boolean }} [options] `always`: builds in any case, showing the output
 */
export async function ensureBuilt(options) {
  endOn(await build(options), "The build failed: see above.");
}

/**
 * The same, resolving to the exit code of the build.
 * @param {{ always?: boolean }} [options]
 */
export async function build({ always = false } = {}) {
  if (!always && isBuilt()) return 0;
  return await withPrepareLock(async () => {
    if (!always && isBuilt()) return 0;
    const hash = hashSources(root);
    if (!always) console.error("Building (about a minute, once)…");
    let output = "";
    const code = await runChild(process.execPath, [join(root, "node_modules/next/dist/bin/next"), "build"], {
      stdio: always ? "inherit" : ["ignore", "pipe", "pipe"],
      env: { NODE_ENV: "production" },
      onOutput: (text) => (output += text),
    });
    if (code !== 0) {
      console.error(output);
      return code;
    }
    const { compressStatic } = await import("./static-files.mjs"); // its packages are there by now
    await compressStatic(join(root, ".next"));
    writeFileSync(STAMP, hash);
    return code;
  });
}

/**
 * @param {number} code
 * @param {string} message
 */
function endOn(code, message) {
  if (code === 0) return;
  if (code < 128) console.error(message); // else somebody ended it
  process.exit(code < 128 ? 1 : code);
}

/**
 * True when what npm recorded of its last installation is what the lock file asks for.
 * @param {string} folder
 * @param {boolean} dev
 */
export function isInstalled(folder, dev) {
  const wanted = readPackages(join(folder, "package-lock.json"));
  const found = readPackages(join(folder, "node_modules/.package-lock.json"));
  return Object.entries(wanted).every(([path, { version, ...is }]) => {
    if (path === "") return true;
    if (!found[path]) return is.optional === true || is.devOptional === true || (is.dev === true && !dev);
    return found[path].version === version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>}
 */
function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

function isBuilt() {
  if (!existsSync(STAMP) || !existsSync(join(root, ".next/BUILD_ID"))) return false;
  return readFileSync(STAMP, "utf8") === hashSources(root);
}

/**
 * A digest of every source file's path and content.
 * @param {string} folder
 */
export function hashSources(folder) {
  const hash = createHash("sha256");
  /** @param {string} path */
  const add = (path) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const name = path ? `${path}/${entry.name}` : entry.name;
      if (NOT_BUILT.test(name) || (!path && !SOURCES.test(name))) continue;
      if (entry.isDirectory()) add(name);
      else hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
    }
  };
  add("");
  return hash.digest("hex");
}
