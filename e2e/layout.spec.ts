import type { Locator, Page } from "playwright/test";
import { answerOf, database, threeQuestions } from "./agent";
import { type Chat, hydrated, openChat } from "./chat";
import { expect, test } from "./fixtures";
import { expectInsideScreen } from "./inside-screen";

const oneQuestion = { questions: [database] };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const WORD = "Pneumonoultramicroscopicsilicovolcanoconi";
const RTL = "أي قاعدة بيانات يجب أن يستهدفها الترحيل؟";

const heightOf = async (place: Locator) => (await place.boundingBox())?.height ?? 0;

test("a phone shows long words, right-to-left text and 2000 characters without scrolling sideways", async ({
  newContext,
  newAgent,
}) => {
  const page = await (await newContext(PHONE)).newPage();
  const agent = await newAgent({ title: `${WORD} ${WORD}` });
  const options = [WORD, RTL, "x".repeat(300)].map((label) => ({ label, description: `${WORD} ${RTL}` }));
  const { result } = await agent.ask({
    context: `${WORD}\n\n${RTL}`,
    questions: [
      { id: "long", title: WORD, prompt: `**${WORD}** \`${"c".repeat(80)}\``, options },
      { id: "rtl", prompt: `${RTL}\n\n\`\`\`\n${"y".repeat(200)}\n\`\`\``, options },
    ],
  });
  const chat = await openChat(page, agent.path);
  await expectInsideScreen(page);
  await chat.freeText.fill("w".repeat(2001));
  await expect(chat.counter).toContainText("over the limit");
  await expect(chat.counter).toBeInViewport({ ratio: 1 });
  await expectInsideScreen(page);
  await chat.freeText.fill("w".repeat(2000));
  await chat.next.click();
  await expectInsideScreen(page);
  await chat.freeText.fill(RTL);
  expect(await chat.freeText.evaluate((area) => getComputedStyle(area).direction)).toBe("rtl");
  await chat.submit.click();
  await result;
  await expect(chat.settled).toContainText("w".repeat(2000));
  await expectInsideScreen(page);
});

test("on a phone Enter makes a new line and Submit sends", async ({ newContext, agent }) => {
  const page = await (await newContext(PHONE)).newPage();
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.freeText.tap();
  await page.keyboard.type("PostgreSQL");
  await page.keyboard.press("Enter");
  await page.keyboard.type("as before");
  await expect(chat.freeText).toHaveValue("PostgreSQL\nas before");
  await chat.submit.tap();
  expect(await result).toMatchObject({ answers: [answerOf("db", [], "PostgreSQL\nas before")] });
});

test("on a phone every control of the overlay is 44 pixels high, and a tap on an option answers", async ({
  newContext,
  newAgent,
}) => {
  const context = await newContext(PHONE);
  const page = await context.newPage();
  const three = await newAgent();
  await three.ask(threeQuestions);
  const chat = await openChat(page, three.path);
  const controls = [
    chat.collapse,
    chat.back,
    chat.next,
    chat.submit,
    chat.freeText,
    chat.composer,
    chat.send,
  ];
  for (const control of [...controls, chat.options.first(), chat.steps.first()]) {
    expect.soft(await heightOf(control), String(control)).toBeGreaterThanOrEqual(44);
  }
  await expect(chat.overlay).toBeInViewport({ ratio: 1 });

  const one = await newAgent();
  const { result } = await one.ask(oneQuestion);
  await openChat(page, one.path);
  await chat.options.first().tap();
  expect(await result).toMatchObject({ answers: [answerOf("db", ["pg"])] });
});

test("a description stands on its own line under its label", async ({ page, agent }) => {
  await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await expect(chat.options).toHaveCount(3);
  for (const { label, description } of database.options) {
    const option = chat.options.filter({ has: page.getByText(label, { exact: true }) });
    const above = await option.getByText(label, { exact: true }).boundingBox();
    const below = await option.getByText(description, { exact: true }).boundingBox();
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect(below?.x).toBe(above?.x);
  }
});

interface Resizing {
  readonly chat: Chat;
  readonly handle: Locator;
  readonly natural: number;
  readonly cap: number;
}

async function openResizable(page: Page, path: string): Promise<Resizing> {
  const chat = await openChat(page, path);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  const cap = await page.evaluate(() => Math.round(window.innerHeight / 2));
  const handle = chat.overlay.getByTestId("question-resize");
  return { chat, handle, natural: await heightOf(chat.overlay), cap };
}

test("the upper edge is dragged with a mouse up to half the window, and a double click resets it", async ({
  page,
  agent,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await agent.ask(oneQuestion);
  const { chat, handle, natural, cap } = await openResizable(page, agent.path);
  await expect(chat.overlay).not.toHaveAttribute("style", /height/);
  const drag = async (by: number) => {
    const box = await handle.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - by / 2);
    await page.mouse.move(x, y - by);
    await page.mouse.up();
  };
  await drag(40);
  expect(Math.abs((await heightOf(chat.overlay)) - natural - 40)).toBeLessThanOrEqual(2);
  await drag(700);
  expect(Math.abs((await heightOf(chat.overlay)) - cap)).toBeLessThanOrEqual(1);
  await drag(-900);
  expect(await heightOf(chat.overlay)).toBe(120);
  await handle.dblclick();
  expect(Math.abs((await heightOf(chat.overlay)) - natural)).toBeLessThanOrEqual(2);
});

test("the upper edge is moved with the keyboard and tells its height", async ({ page, agent }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await agent.ask(oneQuestion);
  const { chat, handle, natural, cap } = await openResizable(page, agent.path);
  await handle.focus();
  await expect(handle).toHaveRole("separator");
  await page.keyboard.press("ArrowUp");
  await expect(handle).toHaveAttribute("aria-valuenow", String(Math.round(natural) + 24));
  await page.keyboard.press("End");
  await expect(handle).toHaveAttribute("aria-valuenow", String(cap));
  await page.keyboard.press("Home");
  await expect(handle).toHaveAttribute("aria-valuenow", "120");
  expect(await heightOf(chat.overlay)).toBe(120);
  await page.keyboard.press("Enter");
  await expect(handle).toHaveAttribute("aria-valuetext", "fits its content");
  expect(Math.abs((await heightOf(chat.overlay)) - natural)).toBeLessThanOrEqual(2);
});

test("the upper edge is dragged with a finger", async ({ newContext, agent }) => {
  const context = await newContext(PHONE);
  const page = await context.newPage();
  await agent.ask(oneQuestion);
  const { chat, handle } = await openResizable(page, agent.path);
  const box = await handle.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const before = await heightOf(chat.overlay);
  const touch = await context.newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", toY?: number) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: toY === undefined ? [] : [{ x, y: toY }] });
  await send("touchStart", y);
  await send("touchMove", y + 30);
  await send("touchMove", y + 80);
  await send("touchEnd");
  await expect.poll(() => heightOf(chat.overlay)).toBeLessThan(before - 60);
});

test("the theme follows the system until one is chosen, which is kept", async ({ newContext, agent }) => {
  const page = await (await newContext({ colorScheme: "dark" })).newPage();
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await openChat(page, agent.path);
  const dark = await background();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await background();
  expect(light).not.toBe(dark);
  await page.getByTestId("theme-dark").click();
  expect(await background()).toBe(dark);
  await page.reload();
  await hydrated(page);
  expect(await background()).toBe(dark);
  await expect(page.getByTestId("theme-dark")).toHaveAttribute("aria-pressed", "true");
  await page.getByTestId("theme-system").click();
  expect(await background()).toBe(light);
});

test("with reduced motion nothing moves", async ({ newContext, agent }) => {
  const page = await (await newContext({ reducedMotion: "reduce" })).newPage();
  const chat = await openChat(page, agent.path);
  await page.evaluate(() => {
    for (const name of ["animationstart", "transitionrun"]) {
      document.addEventListener(name, () => (document.body.dataset.moved = name), { capture: true });
    }
  });
  await agent.ask(threeQuestions);
  await expect(chat.prompt).toBeVisible();
  await chat.pick("Both");
  await chat.overlay.getByTestId("question-skip").click();
  await page.getByTestId("question-skip-confirm").click();
  await expect(chat.outcome).toBeVisible();
  await expect(page.locator("body")).not.toHaveAttribute("data-moved");
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
