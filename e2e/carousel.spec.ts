import { send } from "@/lib/testing/http";
import { answerOf, database, threeQuestions } from "./agent";
import { type Chat, countAnswers, expectFocusKept, holdAnswer, openChat } from "./chat";
import { expect, test } from "./fixtures";

const [, language] = threeQuestions.questions;

/** Which steps are marked as answered. */
async function expectAnswered(chat: Chat, ...answered: readonly boolean[]): Promise<void> {
  for (const [index, value] of answered.entries()) {
    await expect(chat.steps.nth(index)).toHaveAttribute("data-answered", String(value));
  }
}

async function expectStep(chat: Chat, number: number): Promise<void> {
  await expect(chat.steps.nth(number - 1)).toHaveAttribute("aria-current", "step");
  await expect(chat.overlay).toContainText(`Question ${number} of 3`);
}

test("three questions show one card, their steps, how many are answered, and the context once", async ({
  page,
  agent,
}) => {
  await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await expect(chat.steps).toHaveCount(3);
  await expectStep(chat, 1);
  await expect(chat.overlay).toContainText("0 of 3 answered");
  await expect(chat.prompt).toHaveCount(1);
  await expect(chat.prompt).toHaveText(database.prompt);
  await expect(page.getByText(language?.prompt ?? "")).toHaveCount(0);

  const context = chat.overlay.getByTestId("question-context");
  await expect(context).toHaveCount(1);
  await expect(context).toContainText("its tests pass");
  await expect(context).not.toContainText("\\n");
  await chat.next.click();
  await expectStep(chat, 2);
  await expect(context).toHaveCount(1);
  const [contextBox, promptBox] = [await context.boundingBox(), await chat.prompt.boundingBox()];
  expect((contextBox?.y ?? 0) + (contextBox?.height ?? 0)).toBeLessThanOrEqual(promptBox?.y ?? 0);
});

test("an answer goes on to the next question; Back brings it back as it was chosen", async ({
  page,
  agent,
}) => {
  await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await expect(chat.back).toHaveAttribute("aria-disabled", "true");
  await chat.pick("SQLite");
  await expectStep(chat, 2);
  await expectAnswered(chat, true, false, false);
  await expect(chat.overlay).toContainText("1 of 3 answered");
  await chat.back.click();
  await expectStep(chat, 1);
  await expect(chat.option("SQLite")).toBeChecked();
  await expect(chat.option("PostgreSQL")).not.toBeChecked();
});

test("a step jumps to its question, and Submit is off until every question is answered", async ({
  page,
  agent,
}) => {
  await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.steps.nth(2).click();
  await expectStep(chat, 3);
  await expect(chat.next).toHaveAttribute("aria-disabled", "true");
  await chat.option("Staging").check();
  await expect(chat.submit).toHaveAttribute("aria-disabled", "true");
  await chat.submit.click({ force: true });
  await page.keyboard.press("Control+Enter");
  await expectStep(chat, 1); // where an answer is missing
  await expect(chat.announced).toContainText("Question 1 of 3 is missing");
  await chat.pick("Both");
  await chat.pick("Go");
  await expect(chat.submit).not.toHaveAttribute("aria-disabled");
  expect(sent()).toBe(0);
});

test("three answers go to the agent in one request, in the order of the questions", async ({
  page,
  agent,
}) => {
  const { pendingId, result } = await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.steps.nth(2).click();
  await chat.pick("Staging");
  await chat.steps.nth(0).click();
  await chat.pick("PostgreSQL");
  await chat.pick("TypeScript");
  await chat.submit.click();
  expect(await result).toEqual({
    pending_id: pendingId,
    answers: [answerOf("db", ["pg"]), answerOf("lang", ["ts"]), answerOf("deploy", ["staging"])],
    responded_at: expect.any(String),
  });
  expect(sent()).toBe(1);
  await expect(chat.overlay).toHaveCount(0);
  await expect(chat.settled).toContainText("TypeScript");
});

test("texts and options mix, and an answer can be revised before it is sent", async ({ page, agent }) => {
  const { result } = await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await chat.pick("SQLite");
  await chat.freeText.fill("Rust, as the parser is");
  await chat.freeText.press("Enter");
  await expectStep(chat, 3);
  await chat.pick("Production");
  await expectAnswered(chat, true, true, true);

  await chat.steps.nth(0).click();
  await chat.pick("Both");
  await chat.steps.nth(2).click();
  await chat.freeText.fill("behind the flag");
  await chat.submit.click();
  expect(await result).toMatchObject({
    answers: [
      answerOf("db", ["both"]),
      answerOf("lang", [], "Rust, as the parser is"),
      answerOf("deploy", ["prod"], "behind the flag"),
    ],
  });
});

test("a text that is emptied again takes its answer back, and keeps the option beside it", async ({
  page,
  agent,
}) => {
  await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await chat.freeText.fill("MySQL");
  await expectAnswered(chat, true, false, false);
  await chat.freeText.fill("");
  await expectAnswered(chat, false, false, false);
  await chat.pick("SQLite");
  await chat.back.click();
  await chat.freeText.fill("x");
  await chat.freeText.fill("");
  await expect(chat.option("SQLite")).toBeChecked();
  await expectAnswered(chat, true, false, false);
});

test("a skip from any step declines the whole bundle", async ({ page, agent }) => {
  const { pendingId, result } = await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await chat.pick("SQLite");
  await chat.skip();
  expect(await result).toEqual({
    pending_id: pendingId,
    rejected: true,
    responded_at: expect.any(String),
  });
  await expect(chat.overlay).toHaveCount(0);
});

test("collapsing keeps the answers, the step and the text", async ({ page, agent }) => {
  await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await chat.pick("SQLite");
  await chat.freeText.fill("half a th");
  await page.keyboard.press("Escape");
  await expect(chat.prompt).toBeHidden();
  await expect(chat.overlay).toContainText("3 questions · 2 of 3 answered");
  await expectFocusKept(page);
  await page.keyboard.press("Enter"); // the focus went to the button that brings it back
  await expectStep(chat, 2);
  await expect(chat.freeText).toHaveValue("half a th");
  await expectAnswered(chat, true, true, false);
});

test("three questions are answered with the keyboard alone, and the focus is never lost", async ({
  page,
  agent,
}) => {
  const { result } = await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter"); // past the list of tasks, however long
  let steps = 0;
  await expect(async () => {
    await page.keyboard.press("Tab");
    steps += 1;
    expect(steps).toBeLessThan(30);
    expect(await chat.overlay.evaluate((overlay) => overlay.contains(document.activeElement))).toBe(true);
  }).toPass({ intervals: [10] });

  await page.keyboard.press("2");
  await expectStep(chat, 2);
  await expectFocusKept(page);
  await page.keyboard.press("ArrowLeft");
  await expectStep(chat, 1);
  await page.keyboard.press("1");
  await expectStep(chat, 2);
  await expectFocusKept(page);

  // Arrows move over the options without choosing; Space chooses.
  await page.keyboard.press("ArrowDown");
  await expect(chat.option("Go")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(chat.option("TypeScript")).toBeFocused();
  await expect(chat.option("TypeScript")).not.toBeChecked();
  await page.keyboard.press("Space");
  await expectStep(chat, 3);
  await expectFocusKept(page);

  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expectFocusKept(page);
  await chat.freeText.focus();
  await page.keyboard.type("staging 1");
  await page.keyboard.press("Enter");
  await expect(chat.submit).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await result).toMatchObject({
    answers: [answerOf("db", ["pg"]), answerOf("lang", ["ts"]), answerOf("deploy", [], "staging 1")],
  });
  await expect(chat.overlay).toHaveCount(0);
  await expectFocusKept(page);
});

test("the overlay is no trap: Tab goes through it and out to the composer", async ({ page, agent }) => {
  await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await chat.freeText.focus();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(chat.composer).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [10] });
});

test("right at the last question submits once all are answered, and not before", async ({ page, agent }) => {
  const { result } = await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.prompt.click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expectStep(chat, 3);
  await page.keyboard.press("1");
  await chat.steps.nth(0).click();
  await page.keyboard.press("1");
  await page.keyboard.press("1");
  await expectStep(chat, 3);
  await expectAnswered(chat, true, true, true);
  expect(sent()).toBe(0);
  await page.keyboard.press("ArrowRight");
  expect(await result).toMatchObject({
    answers: [answerOf("db", ["pg"]), answerOf("lang", ["go"]), answerOf("deploy", ["staging"])],
  });
  expect(sent()).toBe(1);
});

test("while an answer is on its way nothing can be changed or sent twice", async ({
  page,
  agent,
  product,
}) => {
  const { pendingId, result } = await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  for (const label of ["PostgreSQL", "Go", "Staging"]) {
    await chat.pick(label);
  }
  const held = await holdAnswer(page);
  await chat.submit.click();
  expect(await held.sent).toEqual({
    answers: [
      { question_id: "db", selected_options: ["pg"], custom_text: "" },
      { question_id: "lang", selected_options: ["go"], custom_text: "" },
      { question_id: "deploy", selected_options: ["staging"], custom_text: "" },
    ],
    rejected: false,
  });
  await expect(chat.submit).toHaveText("Sending…");
  await expect(chat.submit.locator("svg")).toHaveAttribute("aria-hidden", "true");
  await expect(chat.overlay).toHaveAttribute("aria-busy", "true");
  for (const key of ["ArrowLeft", "2", "Control+Enter", "Enter", "Escape"]) await page.keyboard.press(key);
  await chat.options.filter({ hasText: "Production" }).click({ force: true });
  await chat.submit.click({ force: true });
  await expectStep(chat, 3);
  await expect(chat.option("Staging")).toBeChecked();
  await expect(chat.prompt).toBeVisible();
  expect(sent()).toBe(1);
  const reply = await send(product.server, "GET", `/api/v1/clarification/${pendingId}`);
  expect(JSON.stringify(reply.json)).toContain("pending");

  held.release();
  expect(await result).toMatchObject({ answers: [{}, {}, answerOf("deploy", ["staging"])] });
  expect(sent()).toBe(1);
});
