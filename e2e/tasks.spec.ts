import { z } from "zod";
import { send } from "@/lib/testing/http";
import { connectMcp, type McpConnection } from "@/lib/testing/mcp-client";
import { startProduct } from "@/lib/testing/product";
import { database } from "./agent";
import { chatOf, hydrated, openChat } from "./chat";
import { expect, test } from "./fixtures";

const oneQuestion = { questions: [database] };

const promptShape = z.object({
  task_id: z.string(),
  session_id: z.string(),
  request_id: z.string(),
  pending_id: z.string(),
  action: z.object({ type: z.string() }),
});

/** The task's permission prompts as an MCP client sees them, once there are so many. */
async function prompts(mcp: McpConnection, taskId: string, count: number) {
  const list = async () => {
    const { structured } = await mcp.call("list_pending_agent_permissions_kandev", { task_id: taskId });
    return z.object({ permissions: z.array(promptShape) }).parse(structured).permissions;
  };
  await expect.poll(async () => (await list()).length).toBe(count);
  return list();
}

async function decide(mcp: McpConnection, prompt: z.output<typeof promptShape> | undefined, option: string) {
  if (prompt === undefined) throw new Error("no prompt");
  const { action: _action, ...identity } = prompt;
  const outcome = await mcp.call("resolve_agent_permission_kandev", { ...identity, option_id: option });
  expect(outcome.structured).toMatchObject({ status: "resolved", source: "external_mcp" });
}

test("an empty server says what will be here, and its demo runs end to end from one button", async ({
  page,
}) => {
  const product = await startProduct();
  await page.goto(product.server.url);
  await expect(page.getByRole("heading", { name: "No tasks yet" })).toBeVisible();
  const chat = chatOf(page);
  await expect(async () => {
    await page.getByTestId("demo-start").click({ timeout: 2000 });
    await expect(page).toHaveURL(/\/tasks\//, { timeout: 5000 });
  }).toPass();
  const said = (text: string) => page.getByRole("article").filter({ hasText: text });
  await expect(said("Nothing that I ask for is really done")).toBeVisible();
  const mcp = await connectMcp(product.server);
  const taskId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const [command] = await prompts(mcp, taskId, 1);
  expect(await page.content()).not.toContain("only-for-the-demo");
  await decide(mcp, command, "allow-once");
  await expect(said("You allowed it this time")).toBeVisible();
  await expect(chat.prompt).toContainText("Which database");
  await chat.pick("PostgreSQL");
  await expect(chat.overlay).toContainText("0 of 3 answered");
  await expect(said("Database: PostgreSQL")).toBeVisible();
  await chat.pick("Drop it");
  await chat.freeText.fill("after lunch");
  await chat.freeText.press("Enter");
  await chat.several.check();
  await chat.option("Backend team").check();
  await chat.option("Data team").check();
  await chat.submit.click();
  const told = said("I was told: Old column: Drop it");
  await expect(told).toContainText("Backfill: after lunch");
  await expect(told).toContainText("Reviewers: Backend team, Data team");
  for (const prompt of await prompts(mcp, taskId, 3))
    await decide(mcp, prompt, prompt.action.type === "network" ? "reject-once" : "allow-always");
  const summary = said("That was the demo");
  await expect(summary).toContainText("The note to the team: denied");
  await expect(summary).toContainText("The pull request: always allowed");
  await expect(page.getByTestId("task-badge")).toHaveCount(0);
  await chat.composer.fill("Well done");
  await chat.send.click();
  await expect(said("understand only again")).toContainText("Well done");
  await mcp.close();
  await page.goto("about:blank");
  await product.stop();
});

test("a new task shows its token once, an agent connects with it, and the page says so at that moment", async ({
  page,
  agent,
  product,
}) => {
  await page.goto(agent.path);
  await hydrated(page);
  await page.locator("aside").getByRole("link", { name: "New task" }).click();
  await page.getByTestId("new-task-create").click();
  await expect(page.getByText("A task needs a title.")).toBeVisible();
  await page.getByTestId("new-task-title").fill("Fix the login");
  await page.getByTestId("new-task-description").fill("It fails on Mondays.");
  await page.getByTestId("new-task-create").click();
  await expect(page).toHaveURL(/\/tasks\/[^/]+$/);
  await expect(page.getByTestId("connect-status")).toHaveAttribute("data-connected", "false");
  await expect(page.getByText("It fails on Mondays.")).toBeVisible();
  const url = await page.getByTestId("connect-url").innerText();
  const token = await page.getByTestId("connect-token").innerText();
  expect(url).toBe(`${product.server.url}/mcp/session`);
  for (const [tab, id] of [
    ["Claude Code", "claude"],
    ["Codex", "codex"],
    ["Gemini CLI", "gemini"],
    ["Other clients", "json"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByTestId(`snippet-${id}`)).toContainText(url);
    await expect(page.getByTestId(`snippet-${id}`)).toContainText(token);
  }
  await expect(page.getByTestId("task-state")).toContainText("agent not connected yet");

  const mcp = await connectMcp(product.server, token);
  await expect(page.getByTestId("connect-status")).toHaveAttribute("data-connected", "true");
  await expect(page.getByTestId("connect-token")).toHaveCount(0);
  await expect(page.getByTestId("task-state")).toContainText("agent connected");
  const chat = chatOf(page);
  await chat.composer.fill("start with the tests");
  await chat.send.click();
  await expect(page.getByTestId("own-message")).toContainText("start with the tests");
  const collected = await mcp.call("get_user_messages_kandev");
  expect(collected.structured).toMatchObject({ messages: [{ content: "start with the tests" }] });
  await mcp.close();
});

test("a token is shown once: after a reload it is gone, and a new session gets its own", async ({
  page,
  agent,
}) => {
  await page.goto(agent.path);
  await hydrated(page);
  await page.keyboard.press("n");
  await page.getByTestId("new-task-title").fill("Once");
  await page.keyboard.press("Control+Enter");
  const token = await page.getByTestId("connect-token").innerText();
  await page.reload();
  await hydrated(page);
  await expect(page.getByTestId("connect-status")).toBeVisible();
  await expect(page.getByText("was shown once")).toBeVisible();
  expect(await page.content()).not.toContain(token);
  await page.getByTestId("connect-agent").click();
  await expect(page.getByTestId("connect-token")).toContainText("kandev_session_");
  expect(await page.getByTestId("connect-token").innerText()).not.toBe(token);
});

test("a blocked task has its badge live and on a fresh load, comes first, and an idle one has none", async ({
  page,
  newAgent,
}) => {
  const idle = await newAgent({ title: "Idle all the time" });
  const agent = await newAgent({ title: "About to be blocked" });
  await page.goto("/");
  await hydrated(page);
  const row = page.locator(`[data-task-id="${agent.taskId}"]`);
  await expect(row).toBeVisible();
  await expect(row.getByTestId("task-badge")).toHaveCount(0);
  const { result } = await agent.ask(oneQuestion);
  await expect(row.getByTestId("task-badge")).toHaveAttribute("data-action", "clarification");
  await expect(row).toContainText(database.prompt);
  await expect(row).toContainText("blocked");
  await expect(page).toHaveTitle(/^\(\d+\) Tasks/);
  const aside = page.locator("aside").getByRole("link", { name: /About to be blocked/ });
  await expect(aside).toHaveAccessibleName(/Question:/);

  await page.reload();
  await hydrated(page);
  await expect(row.getByTestId("task-badge")).toBeVisible();
  await expect(page.locator(`[data-task-id="${idle.taskId}"]`).getByTestId("task-badge")).toHaveCount(0);
  const ids = await page
    .getByTestId("task-row")
    .evaluateAll((rows) => rows.map((element) => element.getAttribute("data-task-id")));
  expect(ids.indexOf(agent.taskId)).toBeLessThan(ids.indexOf(idle.taskId));

  await row.click();
  const chat = chatOf(page);
  await chat.pick("Both");
  await result;
  await expect(aside).not.toHaveAccessibleName(/Question:/);
  await page
    .locator("aside")
    .getByRole("link", { name: /^Tasks/ })
    .click();
  await expect(row.getByTestId("task-badge")).toHaveCount(0);
});

test("the sidebar follows without a reload: tasks made elsewhere and questions of other tasks", async ({
  page,
  newAgent,
  product,
}) => {
  const shown = await newAgent();
  await openChat(page, shown.path);
  const title = `Made elsewhere ${Date.now()}`;
  const made = await send(product.server, "POST", "/api/v1/tasks", { body: { title } });
  expect(made.status).toBe(201);
  const link = page.locator("aside").getByRole("link", { name: title });
  await expect(link).toBeVisible();
  const other = await newAgent({ title: "Another agent's" });
  await other.ask(oneQuestion);
  const blocked = page.locator("aside").getByRole("link", { name: "Another agent's" }).first();
  await expect(blocked).toHaveAccessibleName(/Question:/);
  await expect(chatOf(page).overlay).toHaveCount(0);
});

test("n goes to a new task, but not from a text and not while a question is being answered", async ({
  page,
  agent,
}) => {
  await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.composer.click();
  await page.keyboard.type("nano");
  await expect(chat.composer).toHaveValue("nano");
  await chat.prompt.click();
  await chat.option("PostgreSQL").focus();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(new RegExp(`${agent.path}$`));
  await page.getByRole("region", { name: "Transcript" }).focus();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/new$/);
  await expect(page.getByTestId("new-task-title")).toBeFocused();
});

test("a task with several sessions shows the one that is chosen, and what each waits for", async ({
  page,
  agent,
}) => {
  await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await page.getByTestId("task-menu").click();
  await page.getByRole("menuitem", { name: "Connect another agent" }).click();
  await expect(page).toHaveURL(/\?session=/);
  await expect(page.getByTestId("connect-token")).toBeVisible();
  await expect(chat.overlay).toHaveCount(0);
  await expect(page.getByTestId("task-badge").first()).toBeVisible();
  await page.getByTestId("task-menu").click();
  await page.getByRole("menuitem", { name: /Session 1/ }).click();
  await expect(chat.prompt).toHaveText(database.prompt);
});

test("a task that does not exist says so", async ({ page, agent, faults }) => {
  faults.allow(/404 \(Not Found\)/);
  await page.goto(`${agent.path}x`);
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  await page.getByRole("link", { name: "All tasks" }).click();
  await expect(page.getByTestId("task-row").first()).toBeVisible();
});
