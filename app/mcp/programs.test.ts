import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { TOOLS, toolsOf } from "@/lib/mcp/catalogue";
import { callEverything, withoutChance } from "@/lib/testing/call-everything";
import { connectModern } from "@/lib/testing/mcp-client";
import { inspectorClient, installPrograms, runConformance, runInspector } from "@/lib/testing/mcp-programs";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;

beforeAll(async () => {
  await installPrograms();
  product = await startProduct();
}, 600_000);
afterAll(() => product.stop());

const groups = z.array(z.strictObject({ reason: z.string().min(20), checks: z.array(z.string()).min(1) }));

/** The checks that do not apply, as `scenario/check`; each with the reason why. */
const readNotApplicable = async () =>
  groups
    .parse(JSON.parse(await readFile("e2e/mcp-programs/not-applicable.json", "utf8")))
    .flatMap(({ checks }) => checks);

const MET = ["SUCCESS", "INFO"];

test("the official conformance suite passes in both generations, but for the checks that do not apply, and those are all listed", async () => {
  const url = `${product.server.url}/mcp`;
  const unmet = new Set<string>();
  const seen = new Set<string>();
  for (const version of ["2025-11-25", "2026-07-28", undefined]) {
    const scenarios = await runConformance(url, version);
    expect(scenarios.size).toBeGreaterThan(25);
    for (const [scenario, checks] of scenarios) {
      if (version === undefined && seen.has(scenario)) continue; // the last run is for the extensions
      seen.add(scenario);
      const failed = checks.filter(({ status }) => !MET.includes(status)).map(({ id }) => id);
      if (failed.length === 0 && !checks.some(({ status }) => status === "SUCCESS")) failed.push("nothing");
      for (const id of failed) unmet.add(`${scenario}/${id}`);
    }
  }
  expect([...unmet].sort()).toEqual((await readNotApplicable()).sort());
}, 300_000);

test("the Inspector's command line calls every tool and gets what the official client gets", async () => {
  const runs = [];
  for (const connect of [inspectorClient, connectModern]) {
    const own = await startProduct();
    runs.push(await callEverything(connect, own));
    await own.stop();
  }
  const [inspected = [], expected = []] = runs;
  expect(new Set(inspected.map(([name]) => name))).toEqual(new Set(TOOLS.map(({ name }) => name)));
  expect(withoutChance(inspected)).toEqual(withoutChance(expected));
}, 300_000);

test("the Inspector's command line lists the catalogue, finds no error in its schemas, and reads the resource", async () => {
  const url = `${product.server.url}/mcp`;
  const listed = await runInspector(url, undefined, ["--method", "tools/list", "--strict"]);
  const { tools } = z
    .object({ tools: z.array(z.object({ name: z.string() })) })
    .parse(JSON.parse(listed.stdout));
  expect(listed.code).toBe(0); // 6 when a schema has an error
  expect(tools.map(({ name }) => name)).toEqual(toolsOf("external").map(({ name }) => name));
  const uri = "kandev://questions/pending";
  const read = await runInspector(url, undefined, ["--method", "resources/read", "--uri", uri]);
  expect(JSON.parse(read.stdout)).toMatchObject({ contents: [{ uri, mimeType: "application/json" }] });
});
