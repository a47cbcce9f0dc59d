import { expect, type Locator, type Page } from "playwright/test";

/** The places on a task page, by the names people and screen readers find them under. */
export interface Chat {
  readonly page: Page;
  readonly overlay: Locator;
  readonly prompt: Locator;
  readonly options: Locator;
  /** The radio button or check box with this name. */
  option(name: string): Locator;
  /** Clicks the option with this label. */
  pick(label: string): Promise<void>;
  readonly freeText: Locator;
  readonly counter: Locator;
  readonly several: Locator;
  readonly submit: Locator;
  readonly back: Locator;
  readonly next: Locator;
  readonly steps: Locator;
  readonly collapse: Locator;
  readonly error: Locator;
  readonly retry: Locator;
  readonly outcome: Locator;
  readonly theirs: Locator;
  readonly yours: Locator;
  readonly transcript: Locator;
  readonly settled: Locator;
  readonly composer: Locator;
  readonly send: Locator;
  readonly announced: Locator;
  /** Declines the whole bundle through its popover. */
  skip(reason?: string): Promise<void>;
}

/** Opens a task page and waits until it reacts: exact times come with hydration. */
export async function openChat(page: Page, path: string): Promise<Chat> {
  await page.goto(path);
  await hydrated(page);
  return chatOf(page);
}

/** Waits until a page that shows a time reacts to keys and clicks. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator("time[title]").first().waitFor({ state: "attached", timeout: 20_000 });
}

export function chatOf(page: Page): Chat {
  const overlay = page.getByTestId("question-overlay");
  const options = overlay.getByTestId("question-option");
  const outcome = page.getByTestId("question-outcome");
  return {
    page,
    overlay,
    prompt: overlay.getByTestId("question-prompt"),
    options,
    option: (name) => overlay.locator("fieldset").getByLabel(name, { exact: true }),
    pick: (label) => options.filter({ has: page.getByText(label, { exact: true }) }).click(),
    freeText: overlay.getByTestId("question-free-text"),
    counter: overlay.getByTestId("question-counter"),
    several: overlay.getByTestId("question-several"),
    submit: overlay.getByTestId("question-submit"),
    back: overlay.getByRole("button", { name: "Back" }),
    next: overlay.getByRole("button", { name: "Next" }),
    steps: overlay.getByTestId("question-step"),
    collapse: overlay.getByTestId("question-collapse"),
    error: overlay.getByTestId("question-error"),
    retry: overlay.getByTestId("question-retry"),
    outcome,
    theirs: outcome.getByTestId("outcome-theirs"),
    yours: outcome.getByTestId("outcome-yours"),
    transcript: page.getByTestId("transcript"),
    settled: page.getByTestId("settled-question"),
    composer: page.getByTestId("composer-input"),
    send: page.getByTestId("composer-send"),
    announced: page.getByTestId("live-region"),
    async skip(reason = "") {
      await overlay.getByTestId("question-skip").click();
      if (reason !== "") await page.getByTestId("question-skip-reason").fill(reason);
      await page.getByTestId("question-skip-confirm").click();
    },
  };
}

export interface HeldRequest {
  /** Resolves when the page has sent its request, with the request's body. */
  readonly sent: Promise<unknown>;
  /** Lets it go to the real server. */
  release(): void;
  /** Ends it as a broken connection does. */
  breakOff(): void;
}

/** Holds the next answer of this page on its way to the server. */
export const holdAnswer = (page: Page): Promise<HeldRequest> =>
  holdNext(page, "**/api/v1/clarification/*/respond");

/** Holds the next request of this page to an address on its way to the server. */
export async function holdNext(page: Page, address: string): Promise<HeldRequest> {
  let letGo: (how: "release" | "break") => void = () => undefined;
  const gate = new Promise<"release" | "break">((resolve) => (letGo = resolve));
  let tell: (body: unknown) => void = () => undefined;
  const sent = new Promise<unknown>((resolve) => (tell = resolve));
  await page.route(
    address,
    async (route) => {
      tell(route.request().postDataJSON());
      if ((await gate) === "break") await route.abort("connectionreset");
      else await route.continue();
    },
    { times: 1 },
  );
  return { sent, release: () => letGo("release"), breakOff: () => letGo("break") };
}

/** Counts the answers this page has sent. */
export function countAnswers(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (/\/clarification\/[^/]+\/respond$/.test(request.url())) count += 1;
  });
  return () => count;
}

/** Checks that the keyboard is somewhere: it is lost when nothing but the body has it. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? "BODY"), "what has the focus")
    .not.toBe("BODY");
}
