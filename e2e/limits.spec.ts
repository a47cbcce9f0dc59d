import { answerOf, database, threeQuestions } from "./agent";
import { countAnswers, openChat } from "./chat";
import { expect, test } from "./fixtures";

const oneQuestion = { questions: [database] };
/** One code point, two UTF-16 units. */
const ASTRAL = "🦀";

test("W4a: the counter appears above 1800 characters and counts code points", async ({ page, agent }) => {
  await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.freeText.fill(ASTRAL.repeat(1800));
  await expect(chat.counter).toBeEmpty();
  await chat.freeText.press("End");
  await page.keyboard.insertText(ASTRAL);
  await expect(chat.counter).toHaveText("1,801 / 2,000");
  await chat.freeText.fill("a".repeat(2000));
  await expect(chat.counter).toHaveText("2,000 / 2,000");
  await chat.freeText.fill("a".repeat(2001));
  await expect(chat.counter).toHaveText("1 character over the limit of 2,000");
  await expect(chat.announced).toContainText("Too long: the limit is 2,000 characters.");
  await chat.freeText.fill("a".repeat(3234));
  await expect(chat.counter).toHaveText("1,234 characters over the limit of 2,000");
});

test("W4a: maxlength never cuts what the server accepts", async ({ page, agent }) => {
  await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.overlay.getByTestId("question-skip").click();
  for (const field of [page.getByTestId("question-skip-reason"), chat.freeText]) {
    const limit = await field.getAttribute("maxlength");
    expect(limit === null || Number(limit) >= 4000).toBe(true);
  }
});

test("W4, W4a: 2000 code points outside the basic plane are accepted and arrive whole", async ({
  page,
  agent,
}) => {
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.freeText.click();
  await page.keyboard.insertText(ASTRAL.repeat(2000));
  await expect(chat.counter).toHaveText("2,000 / 2,000");
  await expect(chat.freeText).toHaveValue(ASTRAL.repeat(2000));
  await page.keyboard.press("Enter");
  expect(await result).toMatchObject({ answers: [answerOf("db", [], ASTRAL.repeat(2000))] });
});

test("W4: 2001 code points are stopped on every way to send them, and can be shortened", async ({
  page,
  agent,
}) => {
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.freeText.fill(`${ASTRAL.repeat(2000)}x`);
  await expect(chat.freeText).toHaveAttribute("aria-invalid", "true");
  await chat.freeText.press("Enter");
  await chat.freeText.press("Control+Enter");
  await expect(chat.submit).toHaveAttribute("aria-disabled", "true");
  await chat.submit.click({ force: true });
  await chat.option("SQLite").check();
  await chat.prompt.click();
  await page.keyboard.press("Control+Enter");
  await expect(chat.submit).toHaveAttribute("aria-disabled", "true");
  await expect(chat.overlay).toHaveAttribute("data-phase", "open");
  await expect(chat.freeText).toHaveValue(`${ASTRAL.repeat(2000)}x`);
  expect(sent()).toBe(0);

  await chat.freeText.press("End");
  await chat.freeText.press("Backspace");
  await expect(chat.counter).toHaveText("2,000 / 2,000");
  await chat.submit.click();
  expect(await result).toMatchObject({ answers: [answerOf("db", ["sqlite"], ASTRAL.repeat(2000))] });
});

test("W4: white space at the end counts as the server counts it", async ({ page, agent }) => {
  await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.freeText.fill(`${"a".repeat(2000)} `);
  await expect(chat.counter).toHaveText("1 character over the limit of 2,000");
  await expect(chat.submit).toHaveAttribute("aria-disabled", "true");
});

test("W4: a text that is too long leaves its question unanswered, and Submit leads to it", async ({
  page,
  agent,
}) => {
  await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.pick("SQLite");
  await chat.freeText.fill("z".repeat(2001));
  await chat.freeText.press("Enter");
  await expect(chat.steps.nth(1)).toHaveAttribute("aria-current", "step");
  await chat.next.click();
  await chat.pick("Staging");
  await expect(chat.steps.nth(1)).toHaveAttribute("data-answered", "false");
  await expect(chat.submit).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Control+Enter");
  await expect(chat.steps.nth(1)).toHaveAttribute("aria-current", "step");
  await expect(chat.freeText).toHaveValue("z".repeat(2001));
  expect(sent()).toBe(0);
});

test("W4: a reason for a skip has the same limit", async ({ page, agent }) => {
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.overlay.getByTestId("question-skip").click();
  await page.getByTestId("question-skip-reason").fill(ASTRAL.repeat(2001));
  await page.getByTestId("question-skip-confirm").click({ force: true });
  await expect(page.getByText("1 character over the limit of 2,000")).toBeVisible();
  await expect(page.getByTestId("question-skip-confirm")).toHaveAttribute("aria-disabled", "true");
  expect(sent()).toBe(0);
  await page.getByTestId("question-skip-reason").fill(ASTRAL.repeat(2000));
  await page.getByTestId("question-skip-confirm").click();
  expect(await result).toMatchObject({ rejected: true, reject_reason: ASTRAL.repeat(2000) });
});
