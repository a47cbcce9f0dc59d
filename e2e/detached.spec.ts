import { connectMcp, holdAsk } from "@/lib/testing/mcp-client";
import { database, answerOf } from "./agent";
import { openChat } from "./chat";
import { expect, test } from "./fixtures";

const oneQuestion = { questions: [database] };

test("an agent that drops its connection leaves a neutral notice; the answer is kept and given to its next ask", async ({
  page,
  agent,
  product,
}) => {
  const held = await holdAsk(product.server, agent, oneQuestion);
  const chat = await openChat(page, agent.path);
  const notice = chat.overlay.getByTestId("question-detached");
  await expect(chat.prompt).toBeVisible();
  await expect(notice).toHaveCount(0);
  held.drop();
  await expect(notice).toContainText("not connected right now");
  await expect(chat.overlay.getByRole("alert")).toHaveCount(0);
  await expect(chat.overlay).not.toContainText(/expired|timed out/i);

  await chat.pick("SQLite");
  await expect(chat.overlay).toHaveCount(0);
  await expect(chat.outcome).toContainText("Answer recorded · waiting for the agent to collect it");
  await expect(chat.settled).toContainText("waiting for the agent to collect it");
  await expect(chat.settled).toHaveAttribute("data-delivered", "false");

  const again = await agent.mcp.call("ask_user_question_kandev", oneQuestion);
  expect(again.structured).toMatchObject({
    pending_id: held.pendingId,
    answers: [answerOf("db", ["sqlite"])],
  });
  await expect(chat.settled).toContainText("delivered to the agent");
  await expect(chat.settled).toHaveAttribute("data-delivered", "true");
  await expect(page.getByText("waiting for the agent to collect it")).toHaveCount(0);
});

test("an agent that comes back before the answer makes the notice go, and gets the answer", async ({
  page,
  agent,
  product,
}) => {
  const held = await holdAsk(product.server, agent, oneQuestion);
  held.drop();
  const chat = await openChat(page, agent.path);
  const notice = chat.overlay.getByTestId("question-detached");
  await expect(notice).toBeVisible();
  await chat.freeText.fill("PostgreSQL, bef");

  const { pendingId, result } = await agent.ask(oneQuestion);
  expect(pendingId).toBe(held.pendingId);
  await expect(notice).toHaveCount(0);
  await expect(chat.freeText).toHaveValue("PostgreSQL, bef");
  await chat.freeText.press("End");
  await page.keyboard.type("ore the weekend");
  await page.keyboard.press("Enter");
  expect(await result).toMatchObject({ answers: [answerOf("db", [], "PostgreSQL, before the weekend")] });
  await expect(chat.outcome).toContainText("delivered to the agent");
});

test("an agent that cancels its call can look for the answer later", async ({ page, agent, product }) => {
  const held = await holdAsk(product.server, agent, oneQuestion);
  const chat = await openChat(page, agent.path);
  held.drop();
  await expect(chat.overlay.getByTestId("question-detached")).toBeVisible();
  await chat.skip("later, please");
  await expect(chat.outcome).toContainText("Skip recorded · waiting for the agent to collect it");

  const later = await connectMcp(product.server, agent.token);
  const found = await later.call("check_question_kandev", { pending_id: held.pendingId });
  expect(found.structured).toMatchObject({
    status: "rejected",
    response: { rejected: true, reject_reason: "later, please" },
  });
  await later.close();
  await expect(chat.settled).toContainText("delivered to the agent");
});
