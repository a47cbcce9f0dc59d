import { send } from "@/lib/testing/http";
import { answerOf, database } from "./agent";
import { chatOf, countAnswers, openChat } from "./chat";
import { expect, test } from "./fixtures";

const oneQuestion = { questions: [database] };

test("a click on an option answers a single question at once, and the blocked call returns", async ({
  page,
  agent,
}) => {
  const { pendingId, result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await expect(chat.overlay).toHaveAttribute("data-pending-id", pendingId);
  await expect(chat.prompt).toHaveText(database.prompt);
  await expect(chat.overlay.getByTestId("question-context")).toHaveCount(0);

  await chat.pick("SQLite");

  expect(await result).toEqual({
    pending_id: pendingId,
    answers: [answerOf("db", ["sqlite"])],
    responded_at: expect.any(String),
  });
  await expect(chat.overlay).toHaveCount(0);
  await expect(chat.outcome).toContainText("Answer recorded");
  await expect(chat.outcome).toContainText("delivered to the agent");
  await expect(chat.settled).toContainText("SQLite");
  await expect(chat.settled).toContainText("Answered in the browser");
  await expect(chat.settled).toHaveAttribute("data-delivered", "true");
});

test("a question that comes while the page is open appears without a reload", async ({ page, agent }) => {
  const chat = await openChat(page, agent.path);
  await expect(chat.overlay).toHaveCount(0);
  await agent.ask(oneQuestion);
  await expect(chat.prompt).toHaveText(database.prompt);
  await expect(page).toHaveTitle(/^\(1\) Orders/);
});

test("a number key answers a single question", async ({ page, agent }) => {
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.prompt.click();
  await page.keyboard.press("3");
  expect(await result).toMatchObject({ answers: [answerOf("db", ["both"])] });
  await expect(chat.overlay).toHaveCount(0);
});

test("a number without an option and numbers with a modifier do nothing", async ({ page, agent }) => {
  await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.prompt.click();
  for (const key of ["4", "9", "0", "Alt+1", "Shift+1"]) await page.keyboard.press(key);
  await expect(chat.option("PostgreSQL")).not.toBeChecked();
  expect(sent()).toBe(0);
});

test("Enter sends a text, and a new line from Shift+Enter arrives at the agent", async ({ page, agent }) => {
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.freeText.click();
  await page.keyboard.type("PostgreSQL 17,");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("not 16");
  await page.keyboard.press("Enter");
  expect(await result).toMatchObject({ answers: [answerOf("db", [], "PostgreSQL 17,\nnot 16")] });
  await expect(chat.settled.getByText("PostgreSQL 17,\nnot 16")).toBeVisible();
});

test("Enter in an empty text and Enter that chooses in an input method send nothing", async ({
  page,
  agent,
}) => {
  await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.freeText.click();
  await page.keyboard.press("Enter");
  await expect(chat.freeText).toHaveValue("");
  await chat.freeText.fill("データベース");
  await chat.freeText.dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true });
  await expect(chat.freeText).toHaveValue("データベース");
  expect(sent()).toBe(0);
});

test("several options and a text go to the agent together through Submit", async ({ page, agent }) => {
  const { pendingId, result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.several.check();
  await chat.option("Both").check();
  await chat.option("PostgreSQL").check();
  await expect(chat.option("PostgreSQL")).toHaveAttribute("type", "checkbox");
  await chat.freeText.fill("PostgreSQL first");
  await chat.submit.click();
  expect(await result).toEqual({
    pending_id: pendingId,
    answers: [answerOf("db", ["pg", "both"], "PostgreSQL first")],
    responded_at: expect.any(String),
  });
  await expect(chat.settled).toContainText("PostgreSQL, Both");
  await expect(chat.settled).toContainText("PostgreSQL first");
});

test("an option chosen beside a text waits for Submit", async ({ page, agent }) => {
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.freeText.fill("with the extension");
  await chat.option("PostgreSQL").check();
  await expect(chat.submit).toBeVisible();
  expect(sent()).toBe(0);
  await page.keyboard.press("Control+Enter");
  expect(await result).toMatchObject({ answers: [answerOf("db", ["pg"], "with the extension")] });
  expect(sent()).toBe(1);
});

for (const reason of ["", "Ask the data team"]) {
  test(`a skip ${reason === "" ? "without" : "with"} a reason reaches the agent as a rejection`, async ({
    page,
    agent,
  }) => {
    const { pendingId, result } = await agent.ask(oneQuestion);
    const chat = await openChat(page, agent.path);
    await chat.skip(reason);
    expect(await result).toEqual({
      pending_id: pendingId,
      rejected: true,
      ...(reason !== "" && { reject_reason: reason }),
      responded_at: expect.any(String),
    });
    await expect(chat.overlay).toHaveCount(0);
    await expect(chat.outcome).toContainText("Skip recorded");
    await expect(chat.settled).toContainText("Skipped in the browser");
  });
}

test("a skip can be called off, and a stray key does not confirm it", async ({ page, agent }) => {
  await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.overlay.getByTestId("question-skip").click();
  await page.keyboard.type("1");
  await expect(page.getByTestId("question-skip-reason")).toHaveValue("1");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("question-skip-confirm")).toBeHidden();
  await expect(chat.prompt).toBeVisible();
  expect(sent()).toBe(0);
});

test("Escape only collapses: the agent stays blocked, and the question can be answered afterwards", async ({
  page,
  agent,
  product,
}) => {
  const { pendingId, result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.composer.click();
  await page.keyboard.press("Escape");
  await expect(chat.prompt).toBeHidden();
  await expect(chat.collapse).toHaveAttribute("aria-expanded", "false");
  await chat.transcript
    .or(page.getByRole("region", { name: "Transcript" }))
    .first()
    .click();
  await page.keyboard.press("1");

  expect(sent()).toBe(0);
  const reply = await send(product.server, "GET", `/api/v1/clarification/${pendingId}`);
  expect([reply.status, JSON.stringify(reply.json)]).toEqual([200, expect.stringContaining("pending")]);

  await chat.collapse.click();
  await chat.options.first().click();
  expect(await result).toMatchObject({ answers: [answerOf("db", ["pg"])] });
});

test("typing in the composer never answers, and its message reaches the agent while the question stays open", async ({
  page,
  agent,
}) => {
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.composer.click();
  await page.keyboard.type("1 2 3: see ticket 41");
  await page.keyboard.press("Enter");
  await expect(chat.composer).toHaveValue("");
  await expect(page.getByTestId("own-message")).toContainText("waiting for the agent to collect it");
  expect(sent()).toBe(0);
  await expect(chat.prompt).toBeVisible();

  expect(await agent.messages()).toEqual(["1 2 3: see ticket 41"]);
  await expect(page.getByTestId("own-message")).toContainText("collected");
  await expect(page.getByTestId("own-message")).toHaveAttribute("data-collected", "true");
  await chat.options.first().click();
  await result;
});

test("W1: an answer and a skip carry the credentials of the browser", async ({
  page,
  context,
  newAgent,
  product,
}) => {
  await context.addCookies([{ name: "kandev_e2e", value: "me", url: product.server.url }]);
  await page.addInitScript(() => {
    const fetch = window.fetch.bind(window);
    const seen: string[] = [];
    Reflect.set(window, "seenCredentials", seen);
    window.fetch = (input, init) => {
      if (typeof input === "string" && input.endsWith("/respond")) seen.push(init?.credentials ?? "");
      return fetch(input, init);
    };
  });
  for (const skip of [false, true]) {
    const agent = await newAgent();
    const { result } = await agent.ask(oneQuestion);
    const chat = await openChat(page, agent.path);
    const request = page.waitForRequest(/\/respond$/);
    if (skip) await chat.skip();
    else await chat.options.first().click();
    expect((await (await request).allHeaders()).cookie).toContain("kandev_e2e=me");
    expect(await page.evaluate(() => Reflect.get(window, "seenCredentials") as unknown)).toEqual(["include"]);
    await result;
  }
});

test("keys act only while the chat has the focus", async ({ page, agent }) => {
  await agent.ask(oneQuestion);
  await openChat(page, agent.path);
  const chat = chatOf(page);
  const sent = countAnswers(page);
  await page.getByTestId("theme-light").focus();
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Escape");
  await expect(chat.prompt).toBeVisible();
  expect(sent()).toBe(0);
});
