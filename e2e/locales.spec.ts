import type { BrowserContextOptions, Page } from "playwright/test";
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LOCALE_COOKIE, LOCALES, PSEUDO_LOCALE } from "@/lib/i18n/locales";
import { NAMESPACES } from "@/lib/i18n/namespaces";
import { startProduct } from "@/lib/testing/product";
import { textsOf } from "@/lib/testing/texts";
import { addPerson, reacts } from "./accounts";
import { answerOf, database, threeQuestions } from "./agent";
import { expectNoAxeFindings } from "./axe";
import { hydrated, openChat } from "./chat";
import { expect, test as base } from "./fixtures";
import { expectInsideScreen } from "./inside-screen";

const PSEUDO = { KANDEV_PSEUDO_LOCALE: "1" };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

type Language = (typeof LOCALES)[number] | typeof PSEUDO_LOCALE;

interface Fixtures {
  /** A browser that has chosen a language. */
  speaking: (language: Language, options?: BrowserContextOptions) => Promise<Page>;
  /** The sign-in page of a server with accounts. */
  signIn: string;
}

const test = base.extend<Fixtures>({
  speaking: async ({ newContext, product }, provide) =>
    provide(async (language, options) => {
      const context = await newContext(options);
      await context.addCookies([{ name: LOCALE_COOKIE, value: language, url: product.server.url }]);
      return context.newPage();
    }),
  signIn: async ({ product }, provide) => {
    await addPerson(product);
    const server = await product.start({ ...PSEUDO, KANDEV_AUTH: "enabled" });
    await provide(`${server.url}/sign-in`);
    await server.stop();
  },
});
test.use({
  product: [
    async ({}, provide) => {
      const product = await startProduct(PSEUDO);
      await provide(product);
      await product.stop([/./]);
    },
    { scope: "worker" },
  ],
});

/** The main pages: the last one has an open question, and what was said before it. */
const pagesWith = (taskPath: string): string[] => [
  "/",
  "/board",
  "/inbox",
  "/new",
  "/settings/agents",
  "/settings/tokens",
  "/settings/external-mcp",
  "/no/such/page",
  taskPath,
];

/** What a page shows and says, without what agents and people wrote, names of programs, keys and code. */
async function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const data =
      "script, style, code, pre, kbd, bdi, input, [dir=auto], .markdown, .prose-text, .font-mono, option, [role=tab]";
    const read = ["aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt"];
    const found: string[] = [document.title.replace("Kandev", "")];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.closest("next-route-announcer, nextjs-portal, [dir=auto][title], time") !== null) continue;
        for (const name of read) found.push(node.getAttribute(name) ?? "");
      } else if (node.parentElement?.closest(data) === null) found.push(node.textContent ?? "");
    }
    return found
      .map((text) => text.replace(/“[^”]*”/g, "").trim()) // a name in quotes is somebody's own word
      .filter((text) => text !== "" && text !== "Kandev");
  });
}

/** The titles of the task and its questions, which stand in sentences of the page, and names of programs. */
const SAID = /\b(Orders|Database|Language|Deploy|Claude Code|Codex|Gemini CLI)\b/g;

const RAW_KEY = new RegExp(`\\b(${NAMESPACES.join("|")})\\.[a-z][\\w.]*`, "i");

test("on the pseudo locale every text that is not data is accented: none was left in the code", async ({
  speaking,
  newAgent,
  signIn,
  faults,
}) => {
  faults.allow(/404 \(Not Found\)/);
  const agent = await newAgent({ title: "Orders" });
  await agent.ask(threeQuestions);
  const page = await speaking(PSEUDO_LOCALE);
  for (const path of [...pagesWith(agent.path), signIn]) {
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("lang", PSEUDO_LOCALE);
    await expect(page.locator("h1").first()).toBeAttached();
    const words = (await wordsOf(page)).map((text) => text.replace(SAID, ""));
    const plain = words.filter((text) => /[a-z]{2}/i.test(text));
    expect({ path, plain }).toEqual({ path, plain: [] });
  }
});

for (const locale of LOCALES) {
  test(`${locale}: the main pages speak it, and a question is answered in it`, async ({
    speaking,
    agent,
    signIn,
    faults,
  }) => {
    faults.allow(/404 \(Not Found\)/);
    const [shell, accounts, decisions] = await Promise.all([
      textsOf("shell", locale),
      textsOf("accounts", locale),
      textsOf("decisions", locale),
    ]);
    const { result } = await agent.ask({ questions: [database] });
    const page = await speaking(locale);
    for (const path of pagesWith(agent.path)) {
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", LANGUAGE_TAGS[locale]);
      expect((await wordsOf(page)).filter((text) => RAW_KEY.test(text))).toEqual([]);
    }
    await page.goto("/");
    // How many wait depends on what other tests left open.
    await expect(page).toHaveTitle(new RegExp(`^\\([1-9]\\d*\\) ${shell("tasks")} · Kandev$`));

    const chat = await openChat(page, agent.path);
    await expect(chat.freeText).toHaveAttribute("placeholder", decisions("form.orInOwnWords"));
    await chat.pick("SQLite");
    expect(await result).toMatchObject({ answers: [answerOf("db", ["sqlite"])] });
    await expect(chat.outcome).toContainText(decisions("outcome.recorded", { what: "answer" }));
    await expect(chat.settled).toContainText(decisions("delivered"));

    await page.goto(signIn);
    await reacts(page);
    await page.getByTestId("sign-in-submit").click();
    await expect(page.getByTestId("sign-in-error")).toHaveText(accounts("signIn.needsEmail"));
  });
}

for (const language of ["de", PSEUDO_LOCALE] as const) {
  test(`${language}: nothing scrolls sideways on a phone`, async ({ speaking, agent, signIn, faults }) => {
    faults.allow(/404 \(Not Found\)/);
    await agent.ask(threeQuestions);
    const page = await speaking(language, PHONE);
    for (const path of [...pagesWith(agent.path), signIn]) {
      await page.goto(path);
      await expectInsideScreen(page);
    }
  });
}

test("de: axe finds nothing on the list, with an open question, in the phone's menu and where one signs in", async ({
  speaking,
  agent,
  signIn,
}) => {
  await agent.ask(threeQuestions);
  const page = await speaking("de");
  await openChat(page, agent.path);
  await expectNoAxeFindings(page, "a question");
  await page.goto(signIn);
  await reacts(page);
  await expectNoAxeFindings(page, "sign-in");
  const phone = await speaking("de", PHONE);
  await phone.goto("/");
  await hydrated(phone);
  await expectNoAxeFindings(phone, "the list");
  await phone.getByTestId("phone-menu").click();
  await phone.getByRole("menuitem", { name: LANGUAGE_NAMES.pt }).waitFor();
  await expectNoAxeFindings(phone, "the menu");
});

test("without a choice the browser's languages decide", async ({ newContext }) => {
  for (const [asked, tag] of [
    ["de-AT", "de"],
    ["pt-BR", "pt-PT"],
    ["fr-FR", "en"],
  ] as const) {
    const page = await (await newContext({ locale: asked })).newPage();
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
  }
});

test("another language is chosen with the keyboard, without a reload, and what was typed stays", async ({
  page,
  agent,
}) => {
  const shell = await textsOf("shell", "de");
  const chat = await openChat(page, agent.path);
  await chat.composer.fill("half a sentence");
  await page.evaluate(() => Reflect.set(window, "sameDocument", true));
  const select = page.getByRole("combobox", { name: "Language" });
  await select.focus();
  await page.keyboard.type("Deu");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("combobox", { name: shell("language.label") })).toBeFocused();
  await expect(chat.announced).toContainText(shell("language.said", { name: LANGUAGE_NAMES.de }));
  await expect(chat.composer).toHaveValue("half a sentence");
  expect(await page.evaluate(() => Reflect.get(window, "sameDocument") as unknown)).toBe(true);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shell("tasks"));
});

test("a phone has the choice in its menu, and the sign-in page below its form", async ({
  newContext,
  agent,
  signIn,
}) => {
  await agent.ask({ questions: [database] });
  const page = await (await newContext(PHONE)).newPage();
  await page.goto("/");
  await hydrated(page);
  await page.getByTestId("phone-menu").click();
  await page.getByRole("menuitem", { name: LANGUAGE_NAMES["zh-CN"] }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await page.goto(signIn);
  await reacts(page);
  await page.getByTestId("language").selectOption("pt");
  const accounts = await textsOf("accounts", "pt");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(accounts("signIn.title"));
});
