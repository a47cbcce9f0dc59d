import { afterAll, beforeAll, expect, test } from "vitest";
import { LOCALES } from "@/lib/i18n/locales";
import { readMessages } from "@/lib/i18n/read-messages";
import { connectMcp } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import { z } from "zod";
import { toolsOf } from "./catalogue";
import { textKey } from "./describe-catalogue";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** The settings page as a browser without scripts gets it. */
async function readPage(locale = "en"): Promise<string> {
  const response = await fetch(`${product.server.url}/settings/external-mcp`, {
    headers: { cookie: `kandev_locale=${locale}` },
  });
  expect(response.status).toBe(200);
  return (await response.text()).replace(/<script\b[^]*?<\/script>/g, "");
}

const named = (page: string, attribute: string): string[] =>
  [...page.matchAll(new RegExp(` ${attribute}="([^"]+)"`, "g"))].map(([, value = ""]) => value);

const QUESTION_TOOLS = ["list_pending_questions_kandev", "answer_question_kandev"];

const textSchema = z.strictObject({ title: z.string().min(1), description: z.string().min(20) });
const shorter = textSchema.extend({ description: z.string().min(5) }); // a Chinese sentence
const textsOf = async (locale: (typeof LOCALES)[number]) =>
  z
    .object({
      tools: z.record(z.string(), locale === "zh-CN" ? shorter : textSchema),
      groups: z.record(z.string(), z.string().min(1)),
    })
    .parse((await readMessages(locale)).externalMcp);

test("C1: the page lists both question tools under a heading about answering agents, in every language", async () => {
  for (const locale of LOCALES) {
    const page = await readPage(locale);
    const [, group = ""] = /data-group="questions"([^]*?)<\/details>/.exec(page) ?? [];
    expect(named(group, "data-tool").sort()).toEqual([...QUESTION_TOOLS].sort());
    const { tools, groups } = await textsOf(locale);
    const plain = group.replaceAll("&#x27;", "'");
    expect(plain).toContain(groups.questions);
    for (const name of QUESTION_TOOLS) expect(plain).toContain(tools[textKey(name)]?.description);
  }
  expect((await textsOf("en")).groups.questions).toMatch(/answering agents/i);
});

test("C2: the page lists exactly what the endpoint registers, and counts it", async () => {
  const mcp = await connectMcp(product.server);
  const { tools } = await mcp.client.listTools();
  await mcp.close();
  const page = await readPage();
  expect(named(page, "data-tool").sort()).toEqual(tools.map(({ name }) => name).sort());
  expect(named(page, "data-count")).toEqual([String(tools.length)]);
});

test("C3: every registered tool and its heading have an English text, and one in every other language; no text is left over", async () => {
  const tools = toolsOf("external");
  for (const locale of LOCALES) {
    const texts = await textsOf(locale);
    expect({ locale, tools: Object.keys(texts.tools).sort() }).toEqual({
      locale,
      tools: tools.map(({ name }) => textKey(name)).sort(),
    });
    for (const { group } of tools) expect(Object.keys(texts.groups)).toContain(group);
  }
});

test("what only reads and what destroys is marked as the tools say", async () => {
  const page = await readPage();
  for (const { name, annotations } of toolsOf("external")) {
    const [, entry = ""] = new RegExp(`data-tool="${name}"([^]*?)</li>`).exec(page) ?? [];
    expect({
      name,
      readOnly: entry.includes("only reads"),
      destructive: entry.includes("destructive"),
    }).toEqual({
      name,
      readOnly: annotations.readOnlyHint === true,
      destructive: annotations.destructiveHint === true,
    });
  }
});
