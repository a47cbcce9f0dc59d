import type { Page } from "playwright/test";
import { z } from "zod";
import { send, sendOk } from "@/lib/testing/http";
import { type Product } from "@/lib/testing/product";
import { database, startAgent } from "./agent";
import { expectNoAxeFindings } from "./axe";
import { hydrated } from "./chat";
import { expect, test as base } from "./fixtures";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const created = z.object({ id: z.string() });
const workflowList = z.object({
  workflows: z.array(
    z.object({ id: z.string(), steps: z.array(z.object({ id: z.string(), name: z.string() })) }),
  ),
});

/** A workspace of its own with tasks on its first step, in this order. */
async function startBoard({ server }: Product, titles: readonly string[]) {
  const { id } = await sendOk(created, server, "POST", "/api/v1/workspaces", { body: { name: "Board" } });
  const tasks = new Map<string, string>();
  for (const title of titles) {
    const task = await sendOk(created, server, "POST", "/api/v1/tasks", {
      body: { title, workspace_id: id },
    });
    tasks.set(title, task.id);
  }
  const listed = await sendOk(workflowList, server, "GET", `/api/v1/workspaces/${id}/workflows`);
  return { id, path: `/board?workspace=${id}`, tasks, workflow: listed.workflows[0] };
}

const test = base.extend<{ board: Awaited<ReturnType<typeof startBoard>> }>({
  board: async ({ product }, provide) => provide(await startBoard(product, ["Alpha", "Beta", "Gamma"])),
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const column = (page: Page, name: string) =>
  page.getByTestId("board-column").filter({ has: page.getByRole("heading", { name, exact: true }) });
const card = (page: Page, title: string) =>
  page.getByTestId("board-card").filter({ has: page.getByText(title, { exact: true }) });
/** What stands in a column, from the top. */
const titles = (page: Page, name: string) => column(page, name).locator("[data-card] > span:first-child");
const done = (page: Page) => page.getByTestId("board-done");

test("a card that is dragged to a place stands there, for everybody who looks, until that is undone", async ({
  page,
  newContext,
  board,
}) => {
  const other = await (await newContext()).newPage();
  await open(other, board.path);
  await open(page, board.path);
  await expect(titles(page, "Backlog")).toHaveText(["Alpha", "Beta", "Gamma"]);

  await card(page, "Beta").dragTo(column(page, "Review"));
  await expect(titles(page, "Review")).toHaveText(["Beta"]);
  await expect(titles(other, "Review")).toHaveText(["Beta"]);
  await expect(done(page)).toContainText("“Beta” is on “Review” now.");

  await card(page, "Gamma").dragTo(card(page, "Alpha"), { targetPosition: { x: 60, y: 4 } });
  await expect(titles(page, "Backlog")).toHaveText(["Gamma", "Alpha"]);
  await expect(titles(other, "Backlog")).toHaveText(["Gamma", "Alpha"]);

  await page.getByTestId("board-undo").click();
  await expect(titles(page, "Backlog")).toHaveText(["Alpha", "Gamma"]);
  await expect(titles(other, "Backlog")).toHaveText(["Alpha", "Gamma"]);
  await page.reload();
  await expect(titles(page, "Backlog")).toHaveText(["Alpha", "Gamma"]);
});

test("the keyboard alone chooses, moves and opens cards, and the focus stays on the one that moves", async ({
  page,
  board,
}) => {
  await open(page, board.path);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-card"));
  await card(page, "Alpha").getByRole("link").focus();
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe(board.tasks.get("Beta"));

  await page.keyboard.press("Shift+ArrowUp");
  await expect(titles(page, "Backlog")).toHaveText(["Beta", "Alpha", "Gamma"]);
  await page.keyboard.press("Shift+ArrowRight");
  await expect(titles(page, "In progress")).toHaveText(["Beta"]);
  await expect.poll(focused).toBe(board.tasks.get("Beta"));
  await page.keyboard.press("Shift+ArrowRight");
  await expect(titles(page, "Review")).toHaveText(["Beta"]);
  await expect.poll(focused).toBe(board.tasks.get("Beta"));
  await page.keyboard.press("Shift+ArrowUp"); // there is no place above
  await page.keyboard.press("ArrowLeft");
  expect(await focused()).toBe(board.tasks.get("Alpha"));
  await page.keyboard.press("Shift+ArrowDown");
  await expect(titles(page, "Backlog")).toHaveText(["Gamma", "Alpha"]);
  await page.reload();
  await hydrated(page);
  await expect(titles(page, "Backlog")).toHaveText(["Gamma", "Alpha"]);
  await expect(titles(page, "Review")).toHaveText(["Beta"]);

  await card(page, "Beta").getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/tasks/${board.tasks.get("Beta") ?? ""}$`));
});

test("on a phone the menu of a card moves it and archives it, and what was archived comes back", async ({
  newContext,
  board,
}) => {
  const page = await (await newContext(PHONE)).newPage();
  await open(page, board.path);
  await card(page, "Alpha").getByTestId("card-menu").tap();
  await page.getByRole("menuitem", { name: "Done" }).tap();
  await expect(titles(page, "Done")).toHaveText(["Alpha"]);
  await card(page, "Beta").getByTestId("card-menu").tap();
  await page.getByTestId("card-archive").tap();
  await expect(card(page, "Beta")).toHaveCount(0);
  await page.getByTestId("board-undo").tap();
  await expect(titles(page, "Backlog")).toHaveText(["Beta", "Gamma"]);
});

test("a turn that completes moves the card on, unless the agent waits for a person", async ({
  page,
  product: { server },
}) => {
  const agent = await startAgent(server, { title: `Moves on ${Date.now()}` });
  const view = z.object({ workspace_id: z.string(), workflow_step_id: z.string() });
  const task = await sendOk(view, server, "GET", `/api/v1/tasks/${agent.taskId}`);
  const { workflows } = await sendOk(
    workflowList,
    server,
    "GET",
    `/api/v1/workspaces/${task.workspace_id}/workflows`,
  );
  const step = (name: string) => workflows[0]?.steps.find((one) => one.name === name)?.id;
  await sendOk(z.unknown(), server, "POST", `/api/v1/tasks/${agent.taskId}/move`, {
    body: { workflow_step_id: step("In progress") },
  });
  const own = (name: string) => column(page, name).locator(`[data-card="${agent.taskId}"]`);
  await open(page, `/board?workspace=${task.workspace_id}`);
  await expect(own("In progress")).toHaveCount(1);

  const ask = await agent.ask({ questions: [database] });
  await expect(own("In progress").getByTestId("task-badge")).toHaveText("Question");
  const superseded = expect(ask.result).rejects.toThrow();
  await send(server, "POST", `/api/v1/sessions/${agent.sessionId}/turns`, { body: {} });
  await expect(own("In progress").getByTestId("task-badge")).toHaveCount(0); // another turn asks nothing
  await superseded.catch(() => undefined);
  await expect(own("In progress")).toHaveCount(1);

  await send(server, "POST", `/api/v1/sessions/${agent.sessionId}/turns`, { body: {} });
  await expect(own("Review")).toHaveCount(1);
  await agent.mcp.close();
});

test("a move that is refused is taken back and says why", async ({ page, board, faults }) => {
  faults.allow(/404 \(Not Found\)/);
  await open(page, board.path);
  await page.route("**/move", async (route) => {
    await route.continue({ postData: JSON.stringify({ workflow_step_id: "gone" }) });
  });
  await card(page, "Alpha").dragTo(column(page, "Done"));
  await expect(done(page)).toContainText("“Alpha” was not moved: workflow step not found");
  await expect(titles(page, "Backlog")).toHaveText(["Alpha", "Beta", "Gamma"]);
});

test("steps are added, changed, put in order and deleted, and nothing on them is lost", async ({
  page,
  board,
}) => {
  await open(page, board.path);
  await page.getByTestId("workflow-menu").click();
  await page.getByRole("menuitem", { name: "Add a step…" }).click();
  await page.getByTestId("dialog-submit").click();
  await expect(page.getByRole("alert").filter({ hasText: "Give the step a name." })).toBeVisible();
  await page.getByLabel("Name").fill("Tests");
  await page.getByLabel("When the agent completes a turn here").selectOption("move_to_step");
  await page.getByLabel("Which step").selectOption({ label: "Review" });
  await page.getByTestId("dialog-submit").click();
  const headings = page.getByTestId("board-column").getByRole("heading");
  await expect(headings).toHaveText(["Backlog", "In progress", "Review", "Done", "Tests"]);

  await column(page, "Tests").getByTestId("column-menu").click();
  await page.getByRole("menuitem", { name: "Move left" }).click();
  await expect(headings).toHaveText(["Backlog", "In progress", "Review", "Tests", "Done"]);
  await column(page, "Tests").getByTestId("column-menu").click();
  await page.getByRole("menuitem", { name: "Change…" }).click();
  await expect(page.getByLabel("Which step")).toHaveValue(
    board.workflow?.steps.find(({ name }) => name === "Review")?.id ?? "",
  );
  await page.getByLabel("Name").fill("Checks");
  await page.getByTestId("dialog-submit").click();
  await expect(headings).toHaveText(["Backlog", "In progress", "Review", "Checks", "Done"]);

  await column(page, "Backlog").getByTestId("column-menu").click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByTestId("confirm").click();
  await expect(headings).toHaveText(["In progress", "Review", "Checks", "Done"]);
  await expect(titles(page, "In progress")).toHaveText(["Alpha", "Beta", "Gamma"]);
});

test("a second workflow is made, named, chosen and deleted; its tasks go to the other", async ({
  page,
  product: { server },
  board,
}) => {
  await open(page, board.path);
  await page.getByTestId("workflow-menu").click();
  await page.getByRole("menuitem", { name: "New workflow…" }).click();
  await page.getByLabel("Name").fill("Releases");
  await page.getByTestId("dialog-submit").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Releases");
  const id = new URL(page.url()).searchParams.get("workflow");
  await sendOk(created, server, "POST", "/api/v1/tasks", {
    body: { title: "Ship", workspace_id: board.id, workflow_id: id },
  });
  await expect(titles(page, "Backlog")).toHaveText(["Ship"]);
  await page.getByLabel("Workflow", { exact: true }).selectOption({ label: "Development" });
  await expect(titles(page, "Backlog")).toHaveText(["Alpha", "Beta", "Gamma"]);
  await page.getByLabel("Workflow", { exact: true }).selectOption({ label: "Releases" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Releases");
  await page.getByTestId("workflow-menu").click();
  await page.getByRole("menuitem", { name: "Delete this workflow…" }).click();
  await page.getByTestId("confirm").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Development");
  await expect(titles(page, "Backlog")).toHaveText(["Alpha", "Beta", "Gamma", "Ship"]);
});

test("tasks that stand on no step have a column of their own; a board of nobody's is not found", async ({
  page,
  product: { server, sql },
  board,
  faults,
}) => {
  faults.allow(/404 \(Not Found\)/);
  await sql`INSERT INTO tasks (id, workspace_id, title) VALUES (${`loose-${board.id}`}, ${board.id}, 'Loose')`;
  await page.setViewportSize({ width: 1700, height: 900 }); // all columns are in view
  await open(page, board.path);
  await expect(titles(page, "On no step")).toHaveText(["Loose"]);
  await card(page, "Loose").dragTo(column(page, "Done"));
  await expect(titles(page, "Done")).toHaveText(["Loose"]);
  await expect(column(page, "On no step")).toHaveCount(0);
  expect((await page.goto("/board?workspace=nobody"))?.status()).toBe(404);
  expect((await send(server, "GET", `/board?workspace=${board.id}&workflow=none`)).status).toBe(404);
});

for (const look of ["desktop", "phone"] as const) {
  for (const theme of ["light", "dark"] as const) {
    test(`axe finds nothing and the page does not scroll sideways: ${look}, ${theme}`, async ({
      newContext,
      product,
    }) => {
      const board = await startBoard(product, ["One", "w".repeat(200), "مهمة من اليمين إلى اليسار"]);
      const context = await newContext({
        colorScheme: theme,
        reducedMotion: "reduce",
        ...(look === "phone" ? PHONE : { viewport: { width: 1440, height: 900 } }),
      });
      const page = await context.newPage();
      const check = async (what: string) => {
        await expectNoAxeFindings(page, what);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(sideways, what).toBe(0);
      };
      await open(page, board.path);
      await check("the board");
      await column(page, "Backlog").getByTestId("column-menu").click();
      await page.getByRole("menuitem", { name: "Change…" }).click();
      await check("the dialog of a step");
    });
  }
}
