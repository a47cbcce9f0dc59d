import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./child.mjs";

/** Names the file that `npm test` reads to learn what a run of Vitest came to: `{ passed: number, failed: string[] }`. */
export const REPORT_FILE = "KANDEV_TEST_REPORT";

/** Names each failed test with its error, and what failed outside of one: a hook, a file that does not load, an unhandled error. */
export default class VitestReport {
  /**
   * @param {readonly import("vitest/node").TestModule[]} files
   * @param {readonly { message: string, stack?: string }[]} unhandledErrors
   */
  onTestRunEnd(files, unhandledErrors) {
    /** @type {string[]} */
    const failed = [];
    let passed = 0;
    for (const file of files) {
      const name = relative(root, file.moduleId);
      for (const error of file.errors()) failed.push(`${name} › ${firstLine(error)}`);
      for (const suite of file.children.allSuites())
        for (const error of suite.errors()) failed.push(`${name} › ${suite.fullName} › ${firstLine(error)}`);
      for (const test of file.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state === "passed") passed++;
        else if (state === "failed")
          failed.push([`${name} › ${test.fullName}`, ...errors.map(firstLine)].join("\n    "));
      }
    }
    failed.push(...unhandledErrors.map((error) => `outside of a test › ${firstLine(error)}`));
    const path = process.env[REPORT_FILE];
    if (path) writeFileSync(path, JSON.stringify({ passed, failed }));
  }
}

/**
 * What went wrong and where, on one line.
 * @param {{ message: string, stack?: string }} error
 */
export const firstLine = ({ message, stack }) =>
  stripVTControlCharacters(
    [message.split("\n")[0], /^ +at .*/m.exec(stack ?? "")?.[0].trim()].filter(Boolean).join(" "),
  );
