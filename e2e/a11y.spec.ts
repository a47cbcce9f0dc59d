import type { Page } from "playwright/test";
import { choose, send } from "@/lib/testing/http";
import type { McpConnection } from "@/lib/testing/mcp-client";
import { type Agent, database, threeQuestions } from "./agent";
import { expectNoAxeFindings } from "./axe";
import { type Chat, holdAnswer, hydrated, openChat } from "./chat";
import { expect, test } from "./fixtures";

const oneQuestion = { questions: [database] };

interface State {
  readonly name: string;
  readonly reach: (given: { page: Page; agent: Agent; external: McpConnection }) => Promise<unknown>;
}

const STATES: readonly State[] = [
  {
    name: "the task list",
    async reach({ page, agent }) {
      await agent.ask(oneQuestion);
      await page.goto("/");
      await hydrated(page);
    },
  },
  { name: "a new task", reach: ({ page }) => page.goto("/new") },
  { name: "an idle chat", reach: ({ page, agent }) => openChat(page, agent.path) },
  {
    name: "a single question",
    async reach({ page, agent }) {
      await agent.ask(oneQuestion);
      await openChat(page, agent.path);
    },
  },
  {
    name: "three questions, one over the limit",
    async reach({ page, agent }) {
      await agent.ask(threeQuestions);
      const chat = await openChat(page, agent.path);
      await chat.pick("SQLite");
      await chat.several.check();
      await chat.option("Go").check();
      await chat.freeText.fill("x".repeat(2001));
    },
  },
  {
    name: "the skip popover",
    async reach({ page, agent }) {
      await agent.ask(threeQuestions);
      const chat = await openChat(page, agent.path);
      await chat.overlay.getByTestId("question-skip").click();
      await page.getByTestId("question-skip-reason").fill("no");
    },
  },
  {
    name: "a failed answer",
    async reach({ page, agent }) {
      await agent.ask(oneQuestion);
      const chat = await openChat(page, agent.path);
      const held = await holdAnswer(page);
      await chat.pick("Both");
      await held.sent;
      held.breakOff();
      await chat.retry.waitFor();
    },
  },
  {
    name: "a beaten answer",
    async reach({ page, agent, external }) {
      const { pendingId } = await agent.ask(oneQuestion);
      const chat = await openChat(page, agent.path);
      const held = await holdAnswer(page);
      await chat.pick("Both");
      await held.sent;
      await external.call("answer_question_kandev", { pending_id: pendingId, ...choose("pg", "db") });
      held.release();
      await chat.theirs.waitFor();
      await chat.settled.waitFor();
    },
  },
];

for (const look of ["desktop", "phone"] as const) {
  for (const theme of ["light", "dark"] as const) {
    test(`axe finds nothing: ${look}, ${theme}`, async ({ newContext, newAgent, external, faults }) => {
      test.setTimeout(180_000);
      faults.allow(/net::ERR_CONNECTION_RESET/);
      const context = await newContext({
        colorScheme: theme,
        reducedMotion: "reduce",
        ...(look === "phone"
          ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
          : { viewport: { width: 1440, height: 900 } }),
      });
      for (const { name, reach } of STATES) {
        const page = await context.newPage();
        await reach({ page, agent: await newAgent(), external });
        await expectNoAxeFindings(page, name);
        await page.close();
      }
    });
  }
}

/** Records everything the live region says, however briefly. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Reflect.set(window, "saidAloud", said);
    document.addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() => {
        const text = document.querySelector("[data-testid=live-region]")?.textContent.trim() ?? "";
        if (text !== "" && said.at(-1) !== text) said.push(text);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  });
  return () => page.evaluate(() => Reflect.get(window, "saidAloud") as string[]);
}

test("arrival, progress and what was recorded are said in one polite live region", async ({
  page,
  agent,
}) => {
  const said = await listen(page);
  const chat = await openChat(page, agent.path);
  await expect(chat.announced).toHaveAttribute("aria-live", "polite");
  const { result } = await agent.ask(threeQuestions);
  await expect.poll(said).toContainEqual("The agent asks 3 questions.");
  for (const label of ["Both", "Go", "Staging"]) await chat.pick(label);
  await expect.poll(said).toContainEqual("All 3 answered. Submit sends them.");
  await chat.submit.click();
  await result;
  await expect.poll(said).toContainEqual(expect.stringMatching(/^Answer recorded/));
  await expect.poll(said).toContainEqual("Answer recorded, delivered to the agent.");
});

test("who was first and that a question was withdrawn are said as well", async ({
  page,
  agent,
  external,
  product,
}) => {
  const said = await listen(page);
  const first = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await expect.poll(said).toContainEqual("The agent asks a question.");
  const held = await holdAnswer(page);
  await chat.pick("Both");
  await held.sent;
  await external.call("answer_question_kandev", { pending_id: first.pendingId, ...choose("pg", "db") });
  held.release();
  await expect.poll(said).toContainEqual(expect.stringMatching(/^Answered .*over MCP, .*before you/));

  const second = await agent.ask({ questions: [{ ...database, prompt: "Again?" }] });
  await expect(chat.prompt).toHaveText("Again?");
  await send(product.server, "POST", `/api/v1/clarification/${second.pendingId}/cancel`, { body: {} });
  await expect.poll(said).toContainEqual(expect.stringContaining("withdrew the question"));
});

async function expectNames(chat: Chat): Promise<void> {
  const group = chat.overlay.getByRole("group", { name: database.prompt }).last();
  await expect(group).toBeVisible();
  await expect(chat.option("SQLite")).toHaveAccessibleDescription("No server, a single writer");
  await expect(chat.freeText).toHaveAccessibleName("Answer in your own words");
  await expect(chat.collapse).toHaveAttribute("aria-controls", /.+/);
}

test("options are radio buttons, or check boxes when several may be chosen, with names and descriptions", async ({
  page,
  agent,
}) => {
  await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  await expectNames(chat);
  await expect(chat.overlay.getByRole("radio")).toHaveCount(3);
  await expect(chat.overlay.getByRole("radio", { name: "PostgreSQL", exact: true })).not.toBeChecked();
  await chat.several.check();
  await expect(chat.overlay.getByRole("radio")).toHaveCount(0);
  await expectNames(chat);
  const steps = chat.overlay.getByRole("navigation", { name: "Questions" });
  await expect(
    steps.getByRole("button", { name: "Question 1 of 3: Database, not answered" }),
  ).toHaveAttribute("aria-current", "step");
  await expect(page.getByRole("tab")).toHaveCount(0);
  await chat.option("Both").check();
  await expect(steps.getByRole("button", { name: "Question 1 of 3: Database, answered" })).toBeVisible();
});
