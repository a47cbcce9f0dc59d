import type { Page } from "playwright/test";
import { database } from "./agent";
import { expectNoAxeFindings } from "./axe";
import { openChat } from "./chat";
import { expect, test } from "./fixtures";
import { asks, dockOf, holdChoice, launch } from "./launched";

const LOOKS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

const WORD = "Pneumonoultramicroscopicsilicovolcanoconi";
const RTL = "أي قاعدة بيانات يجب أن يستهدفها الترحيل؟";
const call = (id: string, status: string) => ({
  update: {
    sessionUpdate: "tool_call",
    toolCallId: id,
    title: `${WORD} ${RTL}`,
    kind: "execute",
    status,
    rawInput: { command: `echo ${WORD}${WORD}` },
    content: [{ type: "content", content: { type: "text", text: `${WORD}\n${RTL}` } }],
  },
});

/** Axe finds nothing, and the page does not scroll sideways. That no policy is broken, the fixtures see to. */
async function expectSound(page: Page, what: string): Promise<void> {
  await expectNoAxeFindings(page, what);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${what} scrolls sideways`).toBe(0);
}

for (const look of ["desktop", "phone"] as const) {
  for (const theme of ["light", "dark"] as const) {
    test(`prompts, tool calls, queue and profiles are sound: ${look}, ${theme}`, async ({
      newContext,
      product,
      faults,
    }) => {
      test.setTimeout(180_000);
      faults.allow(/net::ERR_CONNECTION_RESET/);
      const context = await newContext({ ...LOOKS[look], colorScheme: theme, reducedMotion: "reduce" });
      const page = await context.newPage();
      const dock = dockOf(page);
      const agent = await launch(
        product.server,
        [
          { think: `${WORD}\n\n${RTL}` },
          call("t1", "completed"),
          call("t2", "failed"),
          call("t3", "in_progress"),
          {
            update: {
              sessionUpdate: "plan",
              entries: [{ content: `${WORD}${WORD} ${RTL}`, priority: "high", status: "in_progress" }],
            },
          },
          asks("make clean"),
          {
            ...asks(`${`echo ${WORD}${WORD} \u202E${RTL}\n`.repeat(20)}`, {}, "long"),
            background: true,
          },
          {
            permission: {
              toolCallId: "names",
              title: RTL,
              kind: "other",
              options: [{ optionId: "a", name: `${WORD}${WORD} ${RTL}`, kind: "allow_always" }],
            },
            background: true,
          },
          { ask: { questions: [database] } },
        ],
        { title: `${WORD} ${RTL}` },
      );
      await agent.prompts();
      await openChat(page, agent.path);
      for (const row of await page.getByTestId("tool-call").all()) await row.locator("summary").click();
      await page.getByTestId("thinking").locator("summary").click();
      await expectSound(page, "one prompt");
      const held = await holdChoice(page);
      await dock.option("Deny").click();
      await held.sent;
      await expectSound(page, "a choice on its way");
      held.breakOff();
      await dock.error.waitFor();
      await expectSound(page, "a failed choice");
      await dock.error.getByTestId("permission-retry").click();
      await agent.prompts(2);
      await page.mouse.move(5, 5);
      await page.getByTestId("question-overlay").waitFor();
      await expect(dock.outcome).toHaveCount(1);
      await expectSound(page, "two prompts, an outcome and a question");
      await page.getByTestId("composer-input").fill(`${WORD} ${WORD} ${RTL}`);
      await page.getByTestId("composer-send").click();
      await page.getByTestId("queued-message").waitFor();
      await expectSound(page, "a queued message");
      await page.getByTestId("task-menu").click();
      await page.getByTestId("menu-launch").click();
      await expectSound(page, "the dialog of a new session");
      await page.goto("/");
      await expectSound(page, "the task list");
      await page.goto("/settings/agents");
      await page.getByRole("button", { name: "Claude Code" }).click();
      await page.getByTestId("profile-auto-approve").check();
      await expectSound(page, "the profiles");
      await page.goto("/new");
      await page.getByTestId("who-here").check();
      await expectSound(page, "a new task");
    });
  }
}
