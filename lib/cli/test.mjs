import "./check-node.mjs";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, runChild } from "./child.mjs";
import { findChromium, INSTALL_COMMAND } from "./find-chromium.mjs";
import { build, ensureInstalled } from "./prepare.mjs";
import { firstLine, REPORT_FILE } from "./vitest-report.mjs";

/** @typedef {{ passed: number, failed: readonly string[] }} Count */
/** @typedef {{ title: string, ok: boolean, tests: readonly { results: readonly { errors: readonly { message: string }[] }[] }[] }} Spec */
/** @typedef {{ title: string, file: string, specs?: readonly Spec[], suites?: readonly Suite[] }} Suite */
/** @typedef {{ stats: { expected: number }, suites: readonly Suite[] }} BrowserReport */

const onlyVerify = process.argv.includes("--verify");
process.chdir(root);
await ensureInstalled({ dev: true });
const chromium = onlyVerify ? "" : await findChromium();
if (chromium === undefined) {
  console.log(
    `The browser tests need a Chromium, and none could be installed. Install one with:\n${INSTALL_COMMAND}`,
  );
  process.exit(1);
}

const reports = mkdtempSync(join(tmpdir(), "kandev-reports-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));
let passed = 0;
/** @type {string[]} */
const failed = [];

await check("format", ["prettier/bin/prettier.cjs", "--check", "."]);
await check("lint", ["eslint/bin/eslint.js", ".", "--max-warnings", "0"]);
await check("types", ["next/dist/bin/next", "typegen"], ["typescript/bin/tsc", "--noEmit"]);
await vitest("unit");
if (!onlyVerify) {
  title("build");
  if ((await build()) !== 0) failed.push("build");
  await vitest("integration");
  await browser();
}
if (failed.length > 0) console.log(["\nFailed:", ...failed].join("\n  "));
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** @param {string} name */
function title(name) {
  console.log(`\n== ${name} ==`);
}

/**
 * Runs an installed package's program; a signal ends the whole run.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
async function run(program, args, env) {
  const code = await runChild(process.execPath, [join(root, "node_modules", program), ...args], { env });
  if (code >= 128) process.exit(code);
  return code;
}

/**
 * A static check counts as one test.
 * @param {string} name
 * @param {...[string, ...string[]]} commands
 */
async function check(name, ...commands) {
  title(name);
  let code = 0;
  for (const [program, ...args] of commands) code ||= await run(program, args);
  if (code === 0) passed++;
  else failed.push(name);
}

/** @param {string} project */
async function vitest(project) {
  title(project);
  const file = join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=./lib/cli/vitest-report.mjs"];
  const args = ["run", "--project", project, ...reporters];
  const code = await run("vitest/vitest.mjs", args, { [REPORT_FILE]: file });
  add(project, code, file, (/** @type {Count} */ count) => count);
}

async function browser() {
  title("browser");
  const file = join(reports, "browser.json");
  const env = { KANDEV_CHROMIUM: chromium ?? "", PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await run("playwright/cli.js", ["test"], env);
  add("browser", code, file, (/** @type {BrowserReport} */ { stats, suites }) => ({
    passed: stats.expected,
    failed: suites.flatMap(failedSpecs),
  }));
}

/** @param {Suite} suite @returns {string[]} */
function failedSpecs({ title, specs = [], suites = [] }) {
  const names = specs
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      return [spec.title, ...errors.map(firstLine)].join("\n    ");
    });
  return [...names, ...suites.flatMap(failedSpecs)].map((name) => `${title} › ${name}`);
}

/**
 * Adds a stage's tests. A stage that failed without a failed test, or that ran none, is a failure of its own.
 * @template Report
 * @param {string} stage
 * @param {number} code
 * @param {string} file
 * @param {(report: Report) => Count} read
 */
function add(stage, code, file, read) {
  /** @type {Count} */
  let count = { passed: 0, failed: [] };
  let why = `exit code ${code}`;
  try {
    count = read(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    why += `, no report: ${error instanceof Error ? error.message : String(error)}`;
  }
  passed += count.passed;
  failed.push(...count.failed);
  if (count.failed.length === 0 && (code !== 0 || count.passed === 0)) failed.push(`${stage} (${why})`);
}
