import { choose, respondPath, send } from "@/lib/testing/http";
import { answerOf, database, threeQuestions } from "./agent";
import { countAnswers, holdAnswer, openChat } from "./chat";
import { expect, test } from "./fixtures";

const oneQuestion = { questions: [database] };
const winnersText = "PostgreSQL 17 on the big machine";

test("W2, W3: an answer that loses to one over MCP closes the overlay and shows the winner's, not its own", async ({
  page,
  agent,
  external,
}) => {
  const { pendingId, result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const held = await holdAnswer(page);
  await chat.pick("SQLite");
  await held.sent;
  const won = await external.call("answer_question_kandev", {
    pending_id: pendingId,
    answers: [{ question_id: "db", custom_text: winnersText }],
  });
  expect(won.structured).toMatchObject({ claimed: true });
  expect(await result).toMatchObject({ answers: [answerOf("db", [], winnersText)] });
  await expect(chat.overlay).toHaveAttribute("data-phase", "sending"); // nobody knows yet

  const reply = page.waitForResponse(/\/respond$/);
  held.release();
  expect((await reply).status()).toBe(200);
  expect(await (await reply).json()).toMatchObject({ success: true, claimed: false, status: "answered" });
  await expect(chat.overlay).toHaveCount(0);
  await expect(chat.outcome).toContainText(/Answered .*over MCP, .*before you/);
  await expect(chat.theirs).toContainText(winnersText);
  await expect(chat.yours).toContainText("SQLite");

  await expect(chat.settled).toHaveCount(1);
  await expect(chat.settled).toContainText(winnersText);
  await expect(chat.settled).toContainText("Answered over MCP");
  await expect(chat.settled).not.toContainText("SQLite");
  await page.reload();
  await expect(chat.settled).toContainText(winnersText);
  await expect(chat.transcript).not.toContainText("SQLite");
});

test("W3: the beaten answer is kept beside the winner's until it is dismissed, and can be copied", async ({
  page,
  context,
  agent,
  external,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { pendingId } = await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  for (const label of ["SQLite", "Go", "Staging"]) {
    await chat.pick(label);
  }
  await chat.freeText.fill("after the release");
  const held = await holdAnswer(page);
  await chat.submit.click();
  await held.sent;
  await external.call("answer_question_kandev", {
    pending_id: pendingId,
    answers: [choose("pg", "db"), choose("ts", "lang"), choose("prod", "deploy")].flatMap(
      ({ answers }) => answers,
    ),
  });
  held.release();
  await expect(chat.theirs).toContainText("PostgreSQL");
  await expect(chat.theirs).toContainText("TypeScript");
  await expect(chat.theirs).toContainText("Production");
  await expect(chat.theirs).not.toContainText("Staging");
  await chat.yours.getByRole("button", { name: "Copy your answer" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(
    threeQuestions.questions
      .map(({ prompt }, index) => `${prompt}\n${["SQLite", "Go", "Staging\nafter the release"][index]}`)
      .join("\n\n"),
  );
  await chat.outcome.getByRole("button", { name: "Dismiss" }).click();
  await expect(chat.outcome).toHaveCount(0);
});

test("W3a: a skip that loses to an answer shows the answer, and an answer that loses to a skip says so", async ({
  page,
  newAgent,
  external,
}) => {
  const first = await newAgent();
  const answered = await first.ask(oneQuestion);
  const chat = await openChat(page, first.path);
  const heldSkip = await holdAnswer(page);
  await chat.skip("I do not know");
  expect(await heldSkip.sent).toEqual({ rejected: true, reject_reason: "I do not know" });
  await external.call("answer_question_kandev", { pending_id: answered.pendingId, ...choose("both", "db") });
  heldSkip.release();
  await expect(chat.outcome).toContainText(/Answered .*over MCP/);
  await expect(chat.theirs).toContainText("Both");
  await expect(chat.yours).toContainText("I do not know");
  await expect(chat.settled).toContainText("Both");

  const second = await newAgent();
  const skipped = await second.ask(oneQuestion);
  await openChat(page, second.path);
  const heldAnswer = await holdAnswer(page);
  await chat.pick("SQLite");
  await heldAnswer.sent;
  await external.call("answer_question_kandev", { pending_id: skipped.pendingId, rejected: true });
  heldAnswer.release();
  await expect(chat.outcome).toContainText(/Skipped .*over MCP/);
  await expect(chat.theirs).toHaveCount(0);
  await expect(chat.yours).toContainText("SQLite");
  await expect(chat.settled).toContainText("Skipped over MCP");
  await expect(chat.settled).not.toContainText("SQLite");
});

test("W2: two tabs that answer at once agree on one answer, and each says whose it was", async ({
  page,
  context,
  agent,
}) => {
  const { result } = await agent.ask(oneQuestion);
  const first = await openChat(page, agent.path);
  const second = await openChat(await context.newPage(), agent.path);
  const held = await holdAnswer(second.page);
  await second.pick("SQLite");
  await held.sent;
  await first.pick("Both");
  expect(await result).toMatchObject({ answers: [answerOf("db", ["both"])] });
  await expect(first.outcome).toContainText("Answer recorded");
  held.release();
  await expect(second.outcome).toContainText(/Answered .*in the browser, .*before you/);
  await expect(second.theirs).toContainText("Both");
  for (const chat of [first, second]) {
    await expect(chat.overlay).toHaveCount(0);
    await expect(chat.settled).toHaveCount(1);
    await expect(chat.settled).toContainText("Both");
    await expect(chat.settled).not.toContainText("SQLite");
  }
});

test("a question answered over MCP while it is shown closes by itself and says what and from where", async ({
  page,
  agent,
  external,
}) => {
  const { pendingId } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.freeText.fill("let me th");
  await external.call("answer_question_kandev", { pending_id: pendingId, ...choose("pg", "db") });
  await expect(chat.overlay).toHaveCount(0);
  await expect(chat.outcome).toContainText("Answered over MCP");
  await expect(chat.theirs).toContainText("PostgreSQL");
  await expect(chat.yours).toContainText("let me th");
  await expect(chat.settled).toContainText("Answered over MCP");
  expect(sent()).toBe(0);
});

test("a tab in the background of the same browser follows, too", async ({ page, context, agent }) => {
  await agent.ask(oneQuestion);
  const first = await openChat(page, agent.path);
  const second = await openChat(await context.newPage(), agent.path);
  await second.pick("PostgreSQL");
  await expect(first.overlay).toHaveCount(0);
  await expect(first.outcome).toContainText("Answered in the browser");
  await expect(first.settled).toContainText("PostgreSQL");
});

test("W2: an answer to a superseded question closes the overlay, says that nobody answered, and stays out of the transcript", async ({
  page,
  context,
  agent,
  product,
  faults,
}) => {
  faults.allow(/409 \(Conflict\)/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const held = await holdAnswer(page);
  await chat.freeText.fill("use the replica");
  await chat.freeText.press("Enter");
  await held.sent;
  const turn = await send(product.server, "POST", `/api/v1/sessions/${agent.sessionId}/turns`, { body: {} });
  expect(turn.status).toBe(201);
  const reply = page.waitForResponse(/\/respond$/);
  held.release();
  expect((await reply).status()).toBe(409);

  await expect(chat.overlay).toHaveCount(0);
  await expect(chat.outcome).toContainText("Nobody answered this question");
  await expect(chat.outcome).toContainText("moved on to a new turn");
  await expect(chat.yours).toContainText("use the replica");
  await chat.yours.getByRole("button", { name: "Copy your answer" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("use the replica");
  await expect(chat.settled).toHaveAttribute("data-outcome", "superseded");
  await expect(chat.transcript).not.toContainText("use the replica");
  await expect(page.getByText("Answer recorded")).toHaveCount(0);
  await expect(result).rejects.toThrow();
});

test("a question cancelled over REST closes with its reason, and keeps what was typed", async ({
  page,
  agent,
  product,
}) => {
  const { pendingId } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.freeText.fill("not yet");
  const reply = await send(product.server, "POST", `/api/v1/clarification/${pendingId}/cancel`, { body: {} });
  expect(reply.status).toBe(200);
  await expect(chat.overlay).toHaveCount(0);
  await expect(chat.outcome).toContainText("withdrew the question");
  await expect(chat.yours).toContainText("not yet");
  await expect(chat.settled).toHaveAttribute("data-outcome", "cancelled");
  await expect(chat.transcript).not.toContainText("not yet");
});

test("ending the session closes its question and says so", async ({ page, agent }) => {
  await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await page.getByTestId("task-menu").click();
  await page.getByRole("menuitem", { name: "Complete session" }).click();
  await page.getByTestId("confirm").click();
  await expect(chat.overlay).toHaveCount(0);
  await expect(chat.settled).toHaveAttribute("data-outcome", "expired");
  await expect(page.getByText("This session is over (completed)")).toBeVisible();
});

test("W2: the same answer from two places is told as one, not as a defeat with two texts", async ({
  page,
  agent,
  product,
}) => {
  const { pendingId } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const held = await holdAnswer(page);
  await chat.pick("Both");
  await held.sent;
  await send(product.server, "POST", respondPath(pendingId), { body: choose("both", "db") });
  held.release();
  await expect(chat.outcome).toContainText("with the same answer");
  await expect(chat.yours).toHaveCount(0);
});
