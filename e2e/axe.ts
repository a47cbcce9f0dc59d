import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page } from "playwright/test";

const script = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly targets: readonly string[];
}

/** Runs axe on the page as it stands and fails with what it finds. */
export async function expectNoAxeFindings(page: Page, what: string): Promise<void> {
  await page.evaluate(await readFile(script, "utf8"));
  const findings = await page.evaluate(async (): Promise<Finding[]> => {
    interface Axe {
      run(
        context: Document,
        options: { readonly resultTypes: readonly string[] },
      ): Promise<{
        violations: { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
      }>;
    }
    const { axe } = window as unknown as { readonly axe: Axe };
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      targets: nodes.map(({ target, failureSummary = "" }) => `${target.join(" ")}: ${failureSummary}`),
    }));
  });
  expect(findings, `axe on ${what}`).toEqual([]);
}
