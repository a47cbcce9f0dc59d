import { choose, send } from "@/lib/testing/http";
import { answerOf, database, threeQuestions } from "./agent";
import { hydrated, openChat } from "./chat";
import { expect, test } from "./fixtures";

const storedDrafts = () =>
  Object.keys(window.localStorage).filter((key) => key.startsWith("kandev.draft.")).length;

test("picks, texts and the step survive a reload, and are sent afterwards", async ({ page, agent }) => {
  const { result } = await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await chat.several.check();
  await chat.option("Both").check();
  await chat.option("PostgreSQL").check();
  await chat.next.click();
  await chat.freeText.fill("Zig,\nif it must be");
  await chat.composer.fill("and look at the tests");
  await page.reload();
  await hydrated(page);
  await expect(chat.overlay).toContainText("Question 2 of 3");
  await expect(chat.freeText).toHaveValue("Zig,\nif it must be");
  await expect(chat.composer).toHaveValue("and look at the tests");
  await chat.back.click();
  await expect(chat.option("PostgreSQL")).toBeChecked();
  await expect(chat.option("Both")).toBeChecked();
  await expect(chat.option("SQLite")).not.toBeChecked();

  await chat.steps.nth(2).click();
  await chat.pick("Staging");
  await chat.submit.click();
  expect(await result).toMatchObject({
    answers: [
      answerOf("db", ["pg", "both"]),
      answerOf("lang", [], "Zig,\nif it must be"),
      answerOf("deploy", ["staging"]),
    ],
  });
  await expect.poll(() => page.evaluate(storedDrafts)).toBe(0);
});

test("a draft belongs to its question alone: the next one with the same ids starts empty", async ({
  page,
  agent,
  external,
}) => {
  const first = await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await chat.pick("SQLite");
  await chat.freeText.fill("Go, of course");
  await external.call("answer_question_kandev", {
    pending_id: first.pendingId,
    answers: ["db", "lang", "deploy"]
      .flatMap((id) => choose(id === "db" ? "pg" : "", id).answers)
      .map(({ question_id }) => ({ question_id, custom_text: "over MCP" })),
  });
  await expect(chat.outcome).toContainText("Answered over MCP");
  await chat.outcome.getByRole("button", { name: "Dismiss" }).click();

  const second = await agent.ask(threeQuestions);
  await expect(chat.overlay).toHaveAttribute("data-pending-id", second.pendingId);
  await expect(chat.overlay).toContainText("0 of 3 answered");
  await expect(chat.overlay).toContainText("Question 1 of 3");
  await expect(chat.option("SQLite")).not.toBeChecked();
  await chat.next.click();
  await expect(chat.freeText).toHaveValue("");
});

test("a question that takes the place of another at once does not inherit its picks", async ({
  page,
  agent,
  product,
}) => {
  await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await chat.pick("Both");
  await send(product.server, "POST", `/api/v1/sessions/${agent.sessionId}/turns`, { body: {} });
  const { pendingId } = await agent.ask(threeQuestions);
  await expect(chat.overlay).toHaveAttribute("data-pending-id", pendingId);
  await expect(chat.overlay).toContainText("0 of 3 answered");
  await expect(chat.option("Both")).not.toBeChecked();
});

test("several open questions keep their own drafts, and the oldest comes first", async ({ page, agent }) => {
  const older = await agent.ask({ questions: [{ ...database, prompt: "The older question?" }] });
  const newer = await agent.ask({ questions: [{ ...database, prompt: "The newer question?" }] });
  const chat = await openChat(page, agent.path);
  await expect(chat.prompt).toHaveText("The older question?");
  await expect(chat.overlay).toContainText("1 of 2 questions waiting");
  await chat.freeText.fill("for the older");
  await chat.overlay.getByTestId("question-next-waiting").click();
  await expect(chat.prompt).toHaveText("The newer question?");
  await expect(chat.freeText).toHaveValue("");
  await chat.freeText.fill("for the newer");
  await chat.overlay.getByTestId("question-next-waiting").click();
  await expect(chat.freeText).toHaveValue("for the older");
  await chat.freeText.press("Enter");
  expect(await older.result).toMatchObject({ answers: [answerOf("db", [], "for the older")] });
  await expect(chat.prompt).toHaveText("The newer question?");
  await expect(chat.freeText).toHaveValue("for the newer");
  await chat.freeText.press("Enter");
  expect(await newer.result).toMatchObject({ answers: [answerOf("db", [], "for the newer")] });
  await expect(chat.overlay).toHaveCount(0);
});

test("a question that arrives meanwhile does not push aside the one being answered", async ({
  page,
  agent,
}) => {
  await agent.ask({ questions: [{ ...database, prompt: "Being answered?" }] });
  const chat = await openChat(page, agent.path);
  await chat.freeText.click();
  await page.keyboard.type("half ");
  await agent.ask({ questions: [{ ...database, prompt: "Just arrived?" }] });
  await expect(chat.overlay).toContainText("1 of 2 questions waiting");
  await page.keyboard.type("done");
  await expect(chat.freeText).toHaveValue("half done");
  await expect(chat.prompt).toHaveText("Being answered?");
});
