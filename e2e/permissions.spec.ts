import type { Locator } from "playwright/test";
import { database } from "./agent";
import { expectFocusKept, hydrated, openChat } from "./chat";
import { expect, test } from "./fixtures";
import { asks, dockOf, holdChoice, launch } from "./launched";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const topOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.y ?? Number.NaN;

test("a prompt shows the command, where it runs and every option by its own name; allowing it reaches the agent", async ({
  page,
  product,
}) => {
  const agent = await launch(product.server, [asks("rm -rf build")]);
  await agent.prompts();
  const chat = await openChat(page, agent.path);
  const dock = dockOf(page);
  await expect(dock.cards.getByTestId("permission-subject")).toHaveText("rm -rf build");
  await expect(dock.cards).toContainText("/srv/app");
  await expect(dock.dock.getByTestId("permission-option")).toHaveText([
    /Allow once.*allows once/,
    /Always allow.*allows always/,
    /Deny.*refuses once/,
  ]);
  await expect(page).toHaveTitle(/^\(1\)/);
  await expect(page.getByTestId("task-badge")).toHaveText("Permission");

  await dock.option("Allow once").click();
  await agent.hears('"optionId":"allow-once"');
  await expect(dock.outcome).toContainText("Allow once: recorded · delivered to the agent");
  await expect(dock.settled).toHaveAttribute("data-outcome", "approved");
  await expect(dock.settled).toContainText("Allow once · Allowed in the browser");
  await expect(chat.transcript).toContainText("rm -rf build");
  await expect(page.getByTestId("task-badge")).toHaveCount(0);
});

for (const [name, optionId, outcome] of [
  ["Deny", "reject-once", "rejected"],
  ["Always allow", "allow-always", "approved"],
] as const) {
  test(`the agent gets exactly the option that was chosen: ${name}`, async ({ page, product }) => {
    const agent = await launch(product.server, [asks("git push")]);
    await agent.prompts();
    await openChat(page, agent.path);
    const dock = dockOf(page);
    await dock.option(name).click();
    await agent.hears(`"optionId":"${optionId}"`);
    await expect(dock.settled).toHaveAttribute("data-outcome", outcome);
    await page.reload();
    await expect(dock.settled).toContainText(`${name} · `);
  });
}

test("a prompt that comes while the page is open shows itself, in the list and in the live region, too", async ({
  page,
  product,
  newContext,
}) => {
  const agent = await launch(product.server, "hello");
  await agent.hears("hello");
  const chat = await openChat(page, agent.path);
  const list = await (await newContext()).newPage();
  await list.goto("/");
  await hydrated(list);
  await agent.send([asks("npm publish")]);
  await expect(dockOf(page).cards).toHaveCount(1);
  await expect(chat.announced).toContainText("The agent asks for permission: Run npm publish.");
  const row = list.locator(`[data-task-id="${agent.taskId}"]`);
  await expect(row.getByTestId("task-badge")).toHaveAttribute("data-action", "permission");
  await expect(row).toContainText("Run npm publish");
  await expect(row).toContainText(/blocked \d/);
});

test("a prompt that the agent withdraws says so in its place, and nothing can be sent any more", async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/409 \(Conflict\)/);
  const agent = await launch(product.server, [
    { ...asks("make deploy"), background: true },
    { wait: 4000 },
    { withdraw: "make deploy" },
    { hang: true },
  ]);
  await agent.prompts();
  await openChat(page, agent.path);
  const dock = dockOf(page);
  const held = await holdChoice(page);
  await dock.option("Allow once").click();
  await held.sent;
  await expect(dock.settled).toHaveAttribute("data-outcome", "expired"); // withdrawn while the choice is on its way
  held.release();
  await expect(dock.outcome).toContainText("This request can no longer be answered");
  await expect(dock.outcome).toContainText("Nothing was sent.");
  await expect(dock.outcome).toContainText("You chose “Allow once”; it did not count.");
  await expect(dock.dock.getByTestId("permission-option")).toHaveCount(0);
});

test("a prompt of an agent that is gone is expired, and the line above says why the agent ended", async ({
  page,
  product,
}) => {
  const agent = await launch(product.server, [
    { ...asks("make deploy"), background: true },
    { wait: 3000 },
    { exit: 7 },
  ]);
  await agent.prompts();
  await openChat(page, agent.path);
  const dock = dockOf(page);
  await expect(dock.open).toHaveCount(1);
  await expect(dock.outcome).toContainText("Nobody answered");
  await expect(dock.settled).toHaveAttribute("data-outcome", "expired");
  await expect(page.getByTestId("status-line").filter({ hasText: "exit code 7" })).toBeVisible();
});

test("a choice that loses to one over MCP says who was first, and what was chosen here", async ({
  page,
  product,
  external,
  faults,
}) => {
  faults.allow(/409 \(Conflict\)/);
  const agent = await launch(product.server, [asks("drop database")]);
  const [prompt] = await agent.prompts();
  await openChat(page, agent.path);
  const dock = dockOf(page);
  const held = await holdChoice(page);
  await dock.option("Allow once").click();
  await held.sent;
  const { task_id, session_id, request_id, pending_id } = prompt ?? {};
  const won = await external.call("resolve_agent_permission_kandev", {
    task_id,
    session_id,
    request_id,
    pending_id,
    option_id: "reject-once",
  });
  expect(won.structured).toMatchObject({ status: "resolved" });
  await expect(dock.cards).toHaveAttribute("data-phase", "sending"); // nobody knows yet
  held.release();
  await expect(dock.outcome).toContainText(/Denied over MCP, .*before you/);
  await expect(dock.outcome).toContainText("You chose “Allow once”; it did not count.");
  await expect(dock.settled).toContainText("Deny · Denied over MCP");
  await agent.hears('"optionId":"reject-once"');
  await dock.outcome.getByRole("button", { name: "Dismiss" }).click();
  await expect(dock.dock).toBeHidden();
});

test("a choice whose connection breaks can be sent again, and counts once", async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/net::ERR_CONNECTION_RESET/);
  const agent = await launch(product.server, [asks("make clean")]);
  await agent.prompts();
  await openChat(page, agent.path);
  const dock = dockOf(page);
  const held = await holdChoice(page);
  await dock.option("Deny").dblclick();
  await held.sent;
  held.breakOff();
  await expect(dock.error).toContainText("sending it again is safe");
  await dock.error.getByTestId("permission-retry").click();
  await agent.hears('"optionId":"reject-once"');
  await expect(dock.outcome).toContainText("Deny: recorded");
});

test("a choice made offline is kept, said, and counts once the browser is back", async ({
  page,
  context,
  product,
  faults,
}) => {
  faults.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const agent = await launch(product.server, [asks("make install")]);
  await agent.prompts();
  await openChat(page, agent.path);
  const dock = dockOf(page);
  await context.setOffline(true);
  await expect(page.getByTestId("connection-state")).toContainText("Offline");
  await dock.option("Deny").click();
  await expect(dock.error).toContainText("This browser is offline");
  await context.setOffline(false);
  await expect(page.getByTestId("connection-state")).toHaveCount(0);
  await dock.error.getByTestId("permission-retry").click();
  await agent.hears('"optionId":"reject-once"');
  await expect(dock.outcome).toContainText("Deny: recorded");
});

test("a decision of which a crash left unknown whether the agent got it says so, and cannot be sent again", async ({
  page,
  product,
}) => {
  const agent = await launch(product.server, [
    { ...asks("make release"), background: true },
    { wait: 1500 },
    { exit: 1 },
  ]);
  const [prompt] = await agent.prompts();
  await agent.prompts(0);
  await product.sql`
    UPDATE task_session_messages SET metadata = metadata || ${JSON.stringify({
      status: "expired",
      permission_resolution: {
        request_id: prompt?.request_id ?? "",
        option_id: "allow-once",
        option_kind: "allow_once",
        actor_kind: "synthetic",
        source: "web",
        selected_at: new Date().toISOString(),
        result: "indeterminate",
      },
    })}::text::jsonb WHERE metadata ->> 'request_id' = ${prompt?.request_id ?? ""}`;
  await openChat(page, agent.path);
  const dock = dockOf(page);
  await expect(dock.settled).toHaveAttribute("data-outcome", "unknown");
  await expect(dock.settled).toContainText("Whether the agent got the decision is not known.");
  await expect(dock.settled.getByTestId("permission-option")).toHaveCount(0);
});

test("a hundred prompts at once can all be reached, and the page stays usable", async ({ page, product }) => {
  const steps = Array.from({ length: 100 }, (_, index) => ({
    ...asks(`make target-${index}`),
    background: true,
  }));
  const agent = await launch(product.server, [...steps, { hang: true }]);
  await agent.prompts(100);
  await openChat(page, agent.path);
  const dock = dockOf(page);
  await expect(dock.cards).toHaveCount(100);
  await dock.option("Deny", dock.card("make target-99")).click();
  await expect(dock.card("make target-99").getByTestId("permission-outcome")).toContainText("Deny: recorded");
  await agent.prompts(99);
});

test("three prompts at once are all there; a new one goes below and nothing moves under the mouse", async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 1200 });
  const agent = await launch(product.server, [
    { ...asks("first"), background: true },
    { wait: 300 },
    { ...asks("second"), background: true },
    { wait: 2500 },
    asks("third"),
  ]);
  await agent.prompts(2);
  await openChat(page, agent.path);
  const dock = dockOf(page);
  const deny = dock.option("Deny", dock.card("first"));
  await deny.hover();
  const before = await topOf(deny);
  await agent.prompts(3);
  await expect(dock.cards).toHaveCount(3);
  expect(await topOf(deny)).toBe(before);
  expect(await topOf(dock.card("third"))).toBeGreaterThan(await topOf(dock.card("second")));

  // Answered, it keeps its place: the next one does not come under the mouse.
  const second = await topOf(dock.option("Deny", dock.card("second")));
  await deny.click();
  await expect(dock.card("first")).toHaveAttribute("data-phase", "closed");
  expect(await topOf(dock.option("Deny", dock.card("second")))).toBe(second);
  await page.mouse.move(10, 10);
  await expect.poll(async () => (await dock.card("first").boundingBox())?.height).toBeLessThan(80);
  await expect(dock.option("Deny", dock.card("second"))).toBeEnabled(); // what has just moved takes no click

  await dock.option("Always allow", dock.card("second")).click();
  await expect(dock.card("second")).toHaveAttribute("data-phase", "closed");
  await dock.option("Allow once", dock.card("third")).click();
  for (const [id, option] of [
    ["first", "reject-once"],
    ["second", "allow-always"],
    ["third", "allow-once"],
  ])
    await agent.hears(`"permission":"${id}","outcome":"selected","optionId":"${option}"`);
});

test("prompts are answered by keyboard alone, and a key held or pressed twice answers one", async ({
  page,
  product,
}) => {
  const agent = await launch(product.server, [{ ...asks("first"), background: true }, asks("second")]);
  await agent.prompts(2);
  await openChat(page, agent.path);
  const dock = dockOf(page);
  await dock.card("first").locator("time[title]").waitFor();
  await page.keyboard.press("p");
  await expect(dock.card("first")).toBeFocused(); // the prompt, none of its options
  await page.keyboard.press("Enter");
  await page.keyboard.press("9");
  await expect(dock.open).toHaveCount(2);
  await page.keyboard.press("3");
  await page.keyboard.press("3");
  await expect(dock.card("first")).toHaveAttribute("data-phase", "closed");
  await expectFocusKept(page);
  await expect(dock.card("second")).toHaveAttribute("data-phase", "open");
  await page.keyboard.press("ArrowDown");
  await expect(dock.card("second")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(dock.option("Always allow", dock.card("second"))).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dock.collapse).toBeFocused();
  await expect(dock.collapse).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("1"); // collapsed: no key answers
  await page.keyboard.press("Enter");
  await page.keyboard.press("p");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await agent.hears('"permission":"first","outcome":"selected","optionId":"reject-once"');
  await agent.hears('"permission":"second","outcome":"selected","optionId":"allow-once"');
  await expectFocusKept(page);
});

test("number keys in a prompt never answer a question that is open beside it, and neither hides the other", async ({
  page,
  product,
}) => {
  const agent = await launch(product.server, [
    {
      ...asks("first", { options: [{ optionId: "no", name: "No", kind: "reject_once" }] }),
      background: true,
    },
    { ask: { questions: [database] } },
  ]);
  await agent.prompts();
  const chat = await openChat(page, agent.path);
  const dock = dockOf(page);
  await expect(chat.overlay).toBeVisible();
  expect(await topOf(dock.dock)).toBeLessThan(await topOf(chat.overlay));
  await dock.cards.locator("time[title]").waitFor();
  await page.keyboard.press("p");
  await expect(dock.cards).toBeFocused();
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowRight");
  await expect(chat.overlay).toHaveAttribute("data-phase", "open");
  await page.keyboard.press("1");
  await expect(dock.settled).toHaveAttribute("data-outcome", "rejected");
  await expect(chat.overlay).toBeVisible();
  await chat.pick("SQLite");
  await agent.hears('"optionId":"no"');
  await agent.hears("sqlite");
});

test("a question that comes while a prompt is pointed at waits, with a word, and moves nothing", async ({
  page,
  product,
}) => {
  const agent = await launch(product.server, [
    { ...asks("first"), background: true },
    { wait: 2500 },
    { ask: { questions: [database] } },
  ]);
  await agent.prompts();
  const chat = await openChat(page, agent.path);
  const dock = dockOf(page);
  const allow = dock.option("Allow once");
  await allow.hover();
  const before = await topOf(allow);
  await expect(page.getByTestId("question-held-back")).toBeVisible();
  await expect(chat.overlay).toHaveCount(0);
  expect(await topOf(allow)).toBe(before);
  await page.mouse.move(5, 5);
  await expect(chat.overlay).toBeVisible();
});

test("a prompt without a way to say no can be cancelled, also when it offers nothing at all", async ({
  page,
  product,
}) => {
  const agent = await launch(product.server, [asks("odd", { options: [] })]);
  await agent.prompts();
  await openChat(page, agent.path);
  const dock = dockOf(page);
  await expect(dock.cards).toContainText("The agent offers no options");
  await dock.option("Cancel request").click();
  await agent.hears('"outcome":"cancelled"');
  await expect(dock.settled).toHaveAttribute("data-outcome", "cancelled");
  await expect(dock.settled).toContainText("Cancelled in the browser");
});

test("all of a long command can be read on a phone, what is invisible in it stands out, and credentials are masked", async ({
  newContext,
  product,
}) => {
  const long = Array.from({ length: 60 }, (_, line) => `echo line-${line} ${"x".repeat(60)}`).join("\n");
  const token = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");
  const command = `${long}\necho \u202Egnp.exe # token ${token}\necho the-very-end`;
  const agent = await launch(product.server, [asks(command, { title: "Build" }, "long")]);
  await agent.prompts();
  const page = await (await newContext(PHONE)).newPage();
  await openChat(page, agent.path);
  const dock = dockOf(page);
  const subject = dock.cards.getByTestId("permission-subject");
  await expect(subject).toContainText("the-very-end");
  await expect(subject.getByTestId("invisible")).toHaveText("⟨U+202E⟩");
  await expect(subject).not.toContainText(token);
  await expect(dock.cards).toContainText("masked or left out");
  await expect(dock.dock).toBeInViewport({ ratio: 1 });
  await subject.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  for (const name of ["Allow once", "Always allow", "Deny"]) {
    await expect(dock.option(name)).toBeInViewport({ ratio: 1 });
    expect((await dock.option(name).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await dock.option("Deny").tap();
  await agent.hears('"optionId":"reject-once"');
});
