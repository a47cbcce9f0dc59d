import { openChat } from "./chat";
import { expect, test } from "./fixtures";
import { asks, launch, scripted, scriptOf } from "./launched";

test("a message that is written while a turn runs is queued, can be withdrawn, and begins the next turn", async ({
  page,
  product,
}) => {
  const agent = await launch(product.server, [{ say: "at work now" }, { hang: true }]);
  await agent.hears("at work"); // a last word is held back while the agent may go on
  const chat = await openChat(page, agent.path);
  const queued = page.getByTestId("queued-message");
  await expect(page.getByTestId("run-line")).toContainText("Working");
  await expect(chat.composer).toHaveAttribute("placeholder", "Queue a message for the next turn");
  for (const text of ["the first", "the second"]) {
    await chat.composer.fill(text);
    await chat.composer.press("Enter");
    await expect(queued.filter({ hasText: text })).toHaveCount(1);
  }
  await expect(chat.transcript).not.toContainText("the first");
  await queued.filter({ hasText: "the second" }).getByTestId("queued-withdraw").click();
  await expect(queued).toHaveCount(1);
  await expect(chat.composer).toHaveValue("the second"); // nothing that was written is lost
  await expect(chat.composer).toBeFocused();

  await page.getByTestId("stop-turn").click();
  await expect(page.getByTestId("status-line")).toContainText("Stopped.");
  await expect(queued).toHaveCount(0);
  await expect(chat.transcript).toContainText("the first");
  await agent.hears('{"prompt":"the first"}');
  await expect(page.getByTestId("run-line")).toHaveAttribute("data-kind", "ready");
  await expect(chat.transcript).not.toContainText("the second");
});

test("stopping a turn withdraws what the agent asked, and the session goes on", async ({ page, product }) => {
  const agent = await launch(product.server, [asks("make deploy")]);
  await agent.prompts();
  const chat = await openChat(page, agent.path);
  await expect(page.getByTestId("run-line")).toContainText("Waits for your decision");
  await page.getByTestId("stop-turn").click();
  await expect(page.getByTestId("settled-permission")).toHaveAttribute("data-outcome", "expired");
  await expect(page.getByTestId("stop-turn")).toHaveCount(0);
  await chat.composer.fill("go on");
  await chat.composer.press("Enter");
  await agent.hears('{"prompt":"go on"}');
});

test("what an agent thinks, does and plans can be read, and folded out", async ({ page, product }) => {
  const agent = await launch(product.server, [
    { think: "First I look at the tests.\n\nThen at the code." },
    {
      update: {
        sessionUpdate: "tool_call",
        toolCallId: "t1",
        title: "Run the tests",
        kind: "execute",
        status: "completed",
        rawInput: { command: "npm test" },
        content: [{ type: "content", content: { type: "text", text: "42 passed" } }],
      },
    },
    {
      update: {
        sessionUpdate: "plan",
        entries: [
          { content: "Read", priority: "medium", status: "completed" },
          { content: "Write", priority: "high", status: "in_progress" },
          { content: "Ship", priority: "low", status: "pending" },
        ],
      },
    },
    { say: "**Done.**" },
  ]);
  await agent.hears("Done.");
  await openChat(page, agent.path);
  const thinking = page.getByTestId("thinking");
  await expect(thinking.getByText("Then at the code.")).toBeHidden();
  await thinking.locator("summary").click();
  await expect(thinking.getByText("Then at the code.")).toBeVisible();
  const call = page.getByTestId("tool-call");
  await expect(call).toHaveAttribute("data-status", "completed");
  await expect(call.locator("summary")).toContainText("done");
  await call.locator("summary").click();
  await expect(call.getByText("42 passed")).toBeVisible();
  await expect(call.getByText("npm test")).toBeVisible();
  await expect(page.getByTestId("agent-plan").getByRole("listitem")).toHaveText([
    "done:Read",
    "in progress:Writeimportant",
    "to do:Ship",
  ]);
  await expect(page.getByTestId("agent-plan")).toContainText("1 of 3 done");
});

test("a profile is added from a preset, never shows its values again, and is removed", async ({ page }) => {
  await page.goto("/settings/agents");
  await page.getByRole("button", { name: "Gemini CLI" }).click();
  await expect(page.getByTestId("profile-command")).toHaveValue("gemini");
  await expect(page.getByTestId("profile-args")).toHaveValue("--acp");
  await expect(page.getByTestId("profile-auto-approve")).not.toBeChecked();
  await page.getByTestId("profile-name").fill("Mine");
  await page.getByTestId("profile-env").fill("not a variable");
  await page.getByTestId("profile-add").click();
  await expect(page.getByTestId("profile-error")).toContainText("line 1");
  await page.getByTestId("profile-env").fill("GEMINI_API_KEY=hunter2hunter2");
  await page.getByTestId("profile-add").click();
  const row = page.getByTestId("profile-row").filter({ hasText: "Mine" });
  await expect(row).toContainText("gemini --acp");
  await expect(row).toContainText("GEMINI_API_KEY");
  await expect(page.getByTestId("profile-env")).toHaveValue("");
  await page.reload();
  await expect(row).toHaveCount(1);
  expect(await page.content()).not.toContain("hunter2");
  await row.getByRole("button", { name: "Remove Mine" }).click();
  await page.getByTestId("confirm").click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Agents of this server" })).toBeFocused();
});

test("a command line that is pasted as the command is taken apart", async ({ page }) => {
  await page.goto("/settings/agents");
  await page.getByTestId("profile-command").fill("npx -y 'some agent' --acp");
  await page.getByTestId("profile-command").blur();
  await expect(page.getByTestId("profile-command")).toHaveValue("npx");
  await expect(page.getByTestId("profile-args")).toHaveValue("-y\nsome agent\n--acp");
});

test("a new task starts an agent of this server with its first message; one more session comes from the menu", async ({
  page,
  product,
}) => {
  await launch(product.server, "makes sure that there is a profile");
  await page.goto("/new");
  await page.getByTestId("new-task-title").fill("Started here");
  await page.getByTestId("who-here").check();
  await page.getByTestId("launch-profile").selectOption({ label: scripted.name });
  await page.getByTestId("launch-prompt").fill(scriptOf([{ say: "I am at work" }]));
  await page.getByTestId("new-task-create").click();
  await expect(page.getByTestId("transcript")).toContainText("I am at work");
  await expect(page.getByTestId("connect-status")).toHaveCount(0);
  await expect(page.getByTestId("task-state")).toContainText("Scripted");

  await page.getByTestId("task-menu").click();
  await page.getByTestId("menu-launch").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByTestId("launch-profile").selectOption({ label: scripted.name });
  await dialog.getByTestId("launch-prompt").fill("a second session");
  await dialog.getByTestId("launch-start").click();
  await expect(page).toHaveURL(/session=/);
  await expect(page.getByTestId("transcript")).toContainText("a second session");
});

test("an agent that cannot be started says why, and what to do", async ({ page }) => {
  await page.goto("/settings/agents");
  await page.getByTestId("profile-name").fill("Broken");
  await page.getByTestId("profile-command").fill("/nowhere/at-all");
  await page.getByTestId("profile-add").click();
  await expect(page.getByTestId("profile-row").filter({ hasText: "Broken" })).toHaveCount(1);
  await page.goto("/new");
  await page.getByTestId("new-task-title").fill("Will fail");
  await page.getByTestId("who-here").check();
  await page.getByTestId("launch-profile").selectOption({ label: "Broken" });
  await page.getByTestId("launch-prompt").fill("Do something");
  await page.getByTestId("new-task-create").click();
  await expect(page.getByTestId("status-line")).toContainText("its command was not found");
  await expect(page.getByTestId("session-over")).toContainText("start a new session");
  await expect(page.getByTestId("own-message")).toContainText("the agent never got it");
});
