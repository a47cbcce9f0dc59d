import type { BrowserContext, Page } from "playwright/test";
import { choose } from "@/lib/testing/http";
import { connectMcp } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import { addPerson, signIn } from "./accounts";
import { type Agent, database, startAgent, threeQuestions } from "./agent";
import { expectNoAxeFindings } from "./axe";
import { chatOf, hydrated } from "./chat";
import { expect, test as base } from "./fixtures";
import { asks, dockOf, launch } from "./launched";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const oneQuestion = { questions: [database] };

interface Own {
  readonly product: Product;
  readonly url: string;
  /** An agent on a task with this title. */
  agent(title: string): Promise<Agent>;
}

/** An inbox shows everything there is, so each test has a server of its own. */
const test = base.extend<{ own: Own }>({
  own: async ({ page }, provide) => {
    const product = await startProduct();
    const agents: Agent[] = [];
    await provide({
      product,
      url: product.server.url,
      async agent(title) {
        const agent = await startAgent(product.server, { title });
        agents.push(agent);
        return agent;
      },
    });
    await page.goto("about:blank"); // an open stream would hold the server's end up
    for (const agent of agents) await agent.mcp.close();
    await product.stop();
  },
});

async function open(page: Page, url: string, path = "/inbox"): Promise<void> {
  await page.goto(url + path);
  await hydrated(page);
}

const row = (page: Page, title: string) => page.getByTestId("inbox-row").filter({ hasText: title });
const rows = (page: Page) => page.locator("[data-testid=inbox-row]:not([data-gone])");

test("what waits is answered in place with the keyboard alone, oldest first, and the agents get it", async ({
  page,
  own,
}) => {
  const orders = await own.agent("Orders");
  const first = await orders.ask(oneQuestion);
  const launched = await launch(own.product.server, [asks("make deploy")], { title: "Deploy" });
  await launched.prompts();
  const invoices = await own.agent("Invoices");
  const last = await invoices.ask(threeQuestions);

  await open(page, own.url);
  await expect(rows(page)).toHaveText([/Orders/, /Deploy.*make deploy/, /Invoices/]);
  await expect(page).toHaveTitle(/^\(3\) Inbox/);
  await expect(page.getByTestId("inbox-count")).toHaveText("3 waiting");
  const chat = chatOf(page);
  await expect(chat.overlay).toHaveAttribute("data-pending-id", first.pendingId);

  await page.keyboard.press("Tab"); // anywhere on the page
  await page.keyboard.press("k");
  await page.getByTestId("inbox").getByRole("button").first().focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("2");
  await expect(chat.outcome).toBeVisible();
  expect(await first.result).toMatchObject({ pending_id: first.pendingId });
  await expect(rows(page)).toHaveCount(2);

  await page.keyboard.press("j");
  await expect(dockOf(page).cards).toHaveCount(1);
  await page.keyboard.press("1"); // a permission is nothing that a stray key decides
  await expect(dockOf(page).open).toHaveCount(1);
  await page.keyboard.press("p");
  await page.keyboard.press("3");
  await launched.hears('"optionId":"reject-once"');

  await page.keyboard.press("j");
  await expect(chat.overlay).toHaveAttribute("data-pending-id", last.pendingId);
  await chat.skip("not today");
  expect(await last.result).toMatchObject({ rejected: true, reject_reason: "not today" });
  await expect(rows(page)).toHaveCount(0);
  await expect(page).toHaveTitle(/^Inbox/);
});

test("what somebody else answers stays in its place and says so, and what comes goes below", async ({
  page,
  own,
}) => {
  const [orders, invoices] = [await own.agent("Orders"), await own.agent("Invoices")];
  const first = await orders.ask(oneQuestion);
  await invoices.ask(oneQuestion);
  await open(page, own.url);
  await row(page, "Invoices").getByRole("button", { expanded: false }).first().click();
  const before = await row(page, "Invoices").boundingBox();

  const external = await connectMcp(own.product.server);
  await external.call("answer_question_kandev", { pending_id: first.pendingId, ...choose("pg", "db") });
  await external.close();
  await expect(row(page, "Orders")).toHaveAttribute("data-gone", "true");
  await expect(row(page, "Orders")).toContainText("no longer open");
  const reports = await own.agent("Reports");
  await reports.ask(oneQuestion);
  await expect(page.getByTestId("inbox-row")).toHaveText([/Orders/, /Invoices/, /Reports/]);
  expect(await row(page, "Invoices").boundingBox()).toEqual(before);
  await expect(chatOf(page).announced).toContainText("A question has come: Reports.");

  await page.getByRole("link", { name: /^History/ }).click();
  const decision = page.getByTestId("inbox-decision");
  await expect(decision).toHaveCount(1);
  await expect(decision).toContainText("Orders");
  await expect(decision).toContainText("Answered over MCP");
});

test("not now puts aside without deciding, and what was put aside is under Later and comes back", async ({
  page,
  own,
}) => {
  const agent = await own.agent("Orders");
  const ask = await agent.ask(oneQuestion);
  await open(page, own.url);
  await row(page, "Orders").getByTestId("inbox-not-now").click();
  await page.getByRole("menuitem", { name: "For an hour" }).click();
  await expect(page.getByTestId("inbox-empty")).toContainText("Nothing waits for you");
  await expect(page).toHaveTitle(/^Inbox/);
  await expect(page.getByTestId("inbox-count")).toHaveCount(0);

  await page.getByRole("link", { name: /^Later/ }).click();
  await row(page, "Orders").getByTestId("inbox-bring-back").click();
  await page.getByRole("link", { name: /^All/ }).click();
  await expect(rows(page)).toHaveText([/Orders/]);
  await chatOf(page).pick("SQLite");
  expect(await ask.result).toMatchObject({ pending_id: ask.pendingId });
});

test("filters show one kind or one workspace, with how much there is", async ({ page, own }) => {
  const agent = await own.agent("Orders");
  await agent.ask(oneQuestion);
  const launched = await launch(own.product.server, [asks("make")], { title: "Deploy" });
  await launched.prompts();
  await open(page, own.url);
  await page.getByRole("link", { name: "Questions 1" }).click();
  await expect(rows(page)).toHaveText([/Orders/]);
  await page.getByRole("link", { name: "Permissions 1" }).click();
  await expect(rows(page)).toHaveText([/Deploy/]);
  await expect(page.getByRole("link", { name: "Permissions 1" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Later 0" }).click();
  await expect(page.getByTestId("inbox-empty")).toBeVisible();
});

test.describe("notifications", () => {
  /** Hears what the tabs of a browser hand to the computer. */
  async function listen(context: BrowserContext) {
    const said: { tab: Page; title: string; body: string }[] = [];
    const badges: number[] = [];
    await context.exposeBinding("said", ({ page }, title: string, body: string) => {
      said.push({ tab: page, title, body });
    });
    await context.exposeBinding("badge", (_source, count: number) => void badges.push(count));
    await context.addInitScript(() => {
      const bound = window as unknown as {
        said: (title: string, body: string) => Promise<void>;
        badge: (count: number) => Promise<void>;
      };
      class Heard {
        static permission = "granted";
        static requestPermission = () => Promise.resolve("granted");
        onclick: (() => void) | null = null;
        constructor(title: string, { body = "" }: NotificationOptions = {}) {
          addEventListener("test-click", () => this.onclick?.());
          void bound.said(title, body);
        }
        close() {
          return undefined;
        }
      }
      Object.assign(window, { Notification: Heard });
      Object.assign(navigator, {
        setAppBadge: (count: number) => bound.badge(count),
        clearAppBadge: () => bound.badge(0),
      });
    });
    return { said, badges, titles: () => said.map(({ title }) => title) };
  }

  test("are off until wanted, come once for all tabs, never for a task in view, and a click opens the task", async ({
    page,
    own,
  }) => {
    const heard = await listen(page.context());
    const waiting = (tab: Page, count: number) =>
      expect(tab.getByTestId("inbox-count")).toHaveText(`${count} waiting`);
    const other = await page.context().newPage();
    const orders = await own.agent("Orders");
    await open(page, own.url, "/");
    await orders.ask(oneQuestion);
    await waiting(page, 1);
    expect(heard.titles()).toEqual([]);
    await expect.poll(() => heard.badges.at(-1)).toBe(1);

    await open(page, own.url);
    await page.getByTestId("notify").click();
    await expect(page.getByTestId("notify")).toHaveAttribute("aria-pressed", "true");
    for (const tab of [page, other]) await tab.goto(`${own.url}/settings/agents`);
    for (const tab of [page, other]) await waiting(tab, 1);
    const invoices = await own.agent("Invoices");
    await invoices.ask(oneQuestion);
    for (const tab of [page, other]) await waiting(tab, 2);
    await expect.poll(heard.titles).toEqual(["Invoices"]);
    expect(heard.said[0]?.body).toBe(database.prompt);

    await page.goto(own.url + orders.path);
    await hydrated(page);
    await page.bringToFront();
    const launched = await launch(own.product.server, [asks("make")], { title: "Deploy" });
    await launched.prompts();
    for (const tab of [page, other]) await waiting(tab, 3);
    await expect.poll(heard.titles).toEqual(["Invoices", "Deploy"]);
    const teller = heard.said[1]?.tab;
    await teller?.evaluate(() => dispatchEvent(new Event("test-click")));
    await expect(teller ?? page).toHaveURL(new RegExp(`${launched.path}$`));

    await page.goto(own.url + invoices.path); // somebody looks at it now
    await hydrated(page);
    const second = await own.agent("Reports");
    await page.goto(own.url + second.path);
    await hydrated(page);
    await second.ask(oneQuestion);
    for (const tab of [page, other]) await waiting(tab, 4);
    await orders.ask(threeQuestions);
    await expect.poll(heard.titles).toEqual(["Invoices", "Deploy", "Orders"]);
    await other.close();
  });
});

test("two people have an inbox each, and each puts aside only her own", async ({ page, newContext }) => {
  const product = await startProduct({ KANDEV_AUTH: "enabled" });
  await addPerson(product, "The first");
  const [ada, bob] = [await addPerson(product, "Ada"), await addPerson(product, "Bob")];
  const agent = await startAgent(product.server, { title: "Adas task", person: ada.token });
  await agent.ask(oneQuestion);
  const bobsPage = await (await newContext()).newPage();
  await signIn(page, ada, `${product.server.url}/sign-in`);
  await signIn(bobsPage, bob, `${product.server.url}/sign-in`);
  await open(page, product.server.url);
  await expect(rows(page)).toHaveText([/Adas task/]);
  await bobsPage.goto(`${product.server.url}/inbox`);
  await expect(bobsPage.getByTestId("inbox-empty")).toBeVisible();
  expect(await bobsPage.content()).not.toContain("Adas task");
  await page.goto("about:blank");
  await bobsPage.close();
  await agent.mcp.close();
  await product.stop();
});

for (const look of ["desktop", "phone"] as const) {
  for (const theme of ["light", "dark"] as const) {
    test(`axe finds nothing and the page does not scroll sideways: ${look}, ${theme}`, async ({
      newContext,
      own,
    }) => {
      const agent = await own.agent("w".repeat(200));
      const ask = await agent.ask(oneQuestion);
      const launched = await launch(own.product.server, [asks("make deploy")], { title: "Deploy" });
      await launched.prompts();
      const context = await newContext({
        colorScheme: theme,
        reducedMotion: "reduce",
        ...(look === "phone" ? PHONE : { viewport: { width: 1440, height: 900 } }),
      });
      const page = await context.newPage();
      const check = async (what: string) => {
        await expectNoAxeFindings(page, what);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(sideways, what).toBe(0);
      };
      await open(page, own.url);
      await check("a question in the inbox");
      await row(page, "Deploy").getByRole("button", { expanded: false }).first().click();
      await expect(dockOf(page).cards).toHaveCount(1);
      await check("a permission in the inbox");
      await row(page, "www").getByRole("button", { expanded: false }).first().click();
      await chatOf(page).pick("SQLite");
      await ask.result;
      await open(page, own.url, "/inbox?view=history");
      await check("the history");
      await context.close(); // nothing may be loading when the server stops
    });
  }
}
