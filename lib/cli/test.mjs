import "./check-node.mjs";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, runChild } from "./child.mjs";
import { findChromium, INSTALL_COMMAND } from "./find-chromium.mjs";
import { build, ensureInstalled } from "./prepare.mjs";

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ numPassedTests: number, numFailedTests: number }} VitestReport */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number } }} BrowserReport */

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
const total = { passed: 0, failed: 0 };

await check("format", ["prettier/bin/prettier.cjs", "--check", "."]);
await check("lint", ["eslint/bin/eslint.js", ".", "--max-warnings", "0"]);
await check("types", ["next/dist/bin/next", "typegen"], ["typescript/bin/tsc", "--noEmit"]);
await vitest("unit");
if (!onlyVerify) {
  title("build");
  if ((await build()) !== 0) total.failed++;
  await vitest("integration");
  await browser();
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

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
  if (code === 0) total.passed++;
  else total.failed++;
}

/** @param {string} project */
async function vitest(project) {
  title(project);
  const file = join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run("vitest/vitest.mjs", ["run", "--project", project, ...reporters]);
  add(code, file, (/** @type {VitestReport} */ report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }));
}

async function browser() {
  title("browser");
  const file = join(reports, "browser.json");
  const env = { KANDEV_CHROMIUM: chromium ?? "", PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await run("playwright/cli.js", ["test"], env);
  add(code, file, (/** @type {BrowserReport} */ { stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

/**
 * Adds a stage's tests. A stage that failed without a failed test, or that ran none, is a failure of its own.
 * @template Report
 * @param {number} code
 * @param {string} file
 * @param {(report: Report) => Count} read
 */
function add(code, file, read) {
  let count = { passed: 0, failed: 0 };
  try {
    count = read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // it crashed before it could report
  }
  const unreported = count.failed === 0 && (code !== 0 || count.passed === 0) ? 1 : 0;
  total.passed += count.passed;
  total.failed += count.failed + unreported;
}
