import type { BrowserContextOptions, Page } from "playwright/test";
import { GENERATIONS } from "@/lib/client/test-connection";
import { MCP_CLIENTS, type McpClientId } from "@/lib/mcp-clients/shapes";
import { readClientText } from "@/lib/testing/client-texts";
import { blockOnAsk, connectMcp } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import { addPerson, type Person, reacts, signIn } from "./accounts";
import { database } from "./agent";
import { expectNoAxeFindings } from "./axe";
import { expect, test as base } from "./fixtures";

interface Accounts {
  readonly product: Product;
  readonly person: Person;
}

const PATH = "/settings/external-mcp";

const test = base.extend<{ accounts: Accounts }>({
  /** A server with accounts and somebody who is signed in there. */
  accounts: async ({ page }, provide) => {
    const product = await startProduct({ KANDEV_AUTH: "enabled" });
    const person = await addPerson(product);
    await signIn(page, person, `${product.server.url}/sign-in`);
    await provide({ product, person });
    await page.goto("about:blank"); // an open stream would hold the server's end up
    await product.stop();
  },
});

async function open(page: Page, url = PATH): Promise<void> {
  await page.goto(url);
  await reacts(page);
}

/** What a client reads from the text that the page shows for it. */
async function textOf(page: Page, id: McpClientId, within = "main"): Promise<string> {
  const title = MCP_CLIENTS.find((client) => client.id === id)?.client ?? "";
  await page.locator(within).getByRole("tab", { name: title, exact: true }).first().click();
  return page.locator(within).getByTestId(`snippet-${id}`).first().locator("pre").innerText();
}

/** Runs the page's test to its end. */
async function runTest(page: Page): Promise<void> {
  await page.getByTestId("test-connection").click();
  await expect(page.getByTestId("test-2026-07-28")).toBeVisible();
  await expect(page.getByTestId("test-connection")).not.toHaveAttribute("aria-disabled");
}

/** Connects the official client with what is configured. */
async function connectAs({ url, headers }: ReturnType<typeof readClientText>) {
  const { origin, pathname } = new URL(url);
  return connectMcp({ url: origin }, undefined, pathname, { headers });
}

test("without accounts: no token is needed, the texts work as they are, and the test sees what a client sees", async ({
  page,
  agent,
  product,
  faults,
}) => {
  faults.allow(/405 \(Method Not Allowed\)/);
  await agent.ask({ questions: [database] });
  await open(page);
  await expect(page.getByTestId("who-may")).toContainText("any program on this machine");
  await expect(page.getByTestId("no-token-needed")).toContainText("KANDEV_AUTH=enabled");
  await expect(page.getByTestId("endpoint")).toHaveText(`${product.server.url}/mcp`);
  await expect(page.getByRole("link", { name: "External MCP" })).toHaveAttribute("aria-current", "page");

  const configured = readClientText("cursor", await textOf(page, "cursor"));
  expect(configured.headers).toEqual({});
  const client = await connectAs(configured);
  const { tools } = await client.client.listTools();
  const { structured } = await client.call("list_pending_questions_kandev");
  await client.close();

  await runTest(page);
  const { count } = structured as { count: number };
  for (const generation of GENERATIONS) {
    const seen = page.getByTestId(`test-${generation}`);
    await expect(seen).toHaveAttribute("data-ok", "true");
    await expect(seen).toContainText(
      `Kandev, protocol ${generation}, ${tools.length} tools, ${count} pending question`,
    );
  }
});

test("with accounts: one click makes a token that the texts carry and the test uses, until it is revoked", async ({
  page,
  accounts,
  faults,
}) => {
  faults.allow(/401 \(Unauthorized\)|405 \(Method Not Allowed\)/);
  const { server } = accounts.product;
  await open(page, server.url + PATH);
  await expect(page.getByTestId("who-may")).toContainText("a client needs a token");
  expect(readClientText("codex", await textOf(page, "codex")).headers).toEqual({
    Authorization: "Bearer YOUR_TOKEN",
  });
  await runTest(page);
  for (const generation of GENERATIONS)
    await expect(page.getByTestId(`test-${generation}`)).toContainText("The server wants a token");

  await page.getByTestId("make-token").click();
  await expect(page.getByTestId("external-token")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your new token" })).toBeFocused();
  const value = await page.getByTestId("external-token-value").inputValue();
  for (const { id } of MCP_CLIENTS.filter((client) => client.id !== "other")) {
    const configured = readClientText(id, await textOf(page, id));
    expect(configured).toEqual({
      url: `${server.url}/mcp`,
      headers: { Authorization: `Bearer ${value}` },
    });
  }
  const client = await connectAs(readClientText("claude", await textOf(page, "claude")));
  expect((await client.call("list_pending_questions_kandev")).isError).toBe(false);
  await client.close();
  await runTest(page);
  for (const generation of GENERATIONS)
    await expect(page.getByTestId(`test-${generation}`)).toContainText("no pending questions");

  await accounts.product
    .sql`UPDATE personal_access_tokens SET revoked_at = now() WHERE name LIKE 'MCP client%'`;
  await runTest(page);
  for (const generation of GENERATIONS)
    await expect(page.getByTestId(`test-${generation}`)).toContainText("refused the token");
  await page.reload();
  await expect(page.getByTestId("make-token")).toBeVisible();
  await expect(page.getByText(value)).toHaveCount(0);
});

test("a key lets a real client ask without a session made for it: the task appears, and revoking ends it", async ({
  page,
  product,
}) => {
  await open(page);
  await page.getByTestId("key-create").click();
  await expect(page.getByRole("alert").filter({ hasText: "A key needs a name" })).toBeVisible();
  await page.getByTestId("key-name").fill("Nightly");
  await page.getByTestId("key-name").press("Enter");
  await expect(page.getByRole("heading", { name: "New key: Nightly" })).toBeFocused();
  const row = page.getByTestId("key-row").filter({ hasText: "Nightly" });
  await expect(row).toContainText("never used");

  const text = await textOf(page, "claudeFile", "[data-testid=new-key]");
  const configured = readClientText("claudeFile", text, { KANDEV_RUN: "fix the login" });
  expect(configured.url).toBe(`${product.server.url}/mcp/session`);
  const agent = await connectAs(configured);
  await expect(page.getByRole("link", { name: /fix the login/ })).toHaveCount(0);
  const { pendingId, outcome } = await blockOnAsk(agent, { questions: [database] }, { timeout: 120_000 });
  const link = page.getByRole("link", { name: /test · fix the login/ });
  await expect(link).toBeVisible();
  await page.reload();
  await expect(row).toContainText("last used");

  await link.click();
  await page.getByRole("radio", { name: "SQLite", exact: true }).click();
  expect((await outcome).structured).toMatchObject({
    pending_id: pendingId,
    answers: [{ question_id: "db", selected_options: ["sqlite"] }],
  });

  const { outcome: cut } = await blockOnAsk(
    agent,
    { questions: [{ ...database, prompt: "And which port?" }] },
    { timeout: 120_000 },
  );
  await open(page);
  await page.getByRole("button", { name: "Revoke Nightly" }).click();
  await page.getByTestId("confirm").click();
  await expect(page.getByTestId("key-row")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Agent keys" })).toBeFocused();
  expect((await cut).text).toMatch(/^unauthenticated/);
  await agent.close();
  await link.click();
  await expect(page.getByText("And which port?").first()).toBeVisible();
});

test("a server that cannot be reached, and one that answers something else, are told apart", async ({
  page,
  faults,
}) => {
  faults.allow(/Failed to load resource/);
  await open(page);
  await page.route("**/mcp", (route) => route.abort());
  await runTest(page);
  for (const generation of GENERATIONS)
    await expect(page.getByTestId(`test-${generation}`)).toContainText("could not be reached");
  await page.unroute("**/mcp");
  await page.route("**/mcp", (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
  await runTest(page);
  for (const generation of GENERATIONS)
    await expect(page.getByTestId(`test-${generation}`)).toContainText("not as this generation");
});

test("where clients use another address than this page, the test says so and where to go", async ({
  page,
}) => {
  const product = await startProduct({ KANDEV_PUBLIC_URL: "http://kandev.test" });
  await open(page, product.server.url + PATH);
  await expect(page.getByTestId("endpoint")).toHaveText("http://kandev.test/mcp");
  await runTest(page);
  await expect(page.getByTestId("test-2025-11-25").getByRole("link")).toHaveAttribute(
    "href",
    `http://kandev.test${PATH}`,
  );
  await page.goto("about:blank");
  await product.stop();
});

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

for (const [look, options] of Object.entries(LOOKS))
  for (const theme of ["light", "dark"] as const)
    test(`axe finds nothing and nothing scrolls sideways: ${look}, ${theme}`, async ({
      newContext,
      accounts,
      faults,
    }) => {
      faults.allow(/401 \(Unauthorized\)/);
      const context = await newContext({ ...options, colorScheme: theme, reducedMotion: "reduce" });
      const page = await context.newPage();
      const check = async (what: string) => {
        await expectNoAxeFindings(page, what);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(sideways, what).toBe(0);
      };
      const { url } = accounts.product.server;
      await signIn(page, accounts.person, `${url}/sign-in`);
      await open(page, url + PATH);
      const closed = page.locator("details:not([open]) > summary");
      for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
      await check("as it opens, every group open");
      await runTest(page);
      await page.getByTestId("make-token").click();
      await expect(page.getByTestId("external-token")).toBeVisible();
      await page.getByTestId("key-name").fill("w".repeat(100));
      await page.getByTestId("key-create").click();
      await expect(page.getByTestId("new-key")).toBeVisible();
      await check("a refused test, a new token and a new key");
      await page.getByRole("button", { name: "Revoke www" }).click();
      await check("the question whether to revoke");
      await page.goto("about:blank");
    });
