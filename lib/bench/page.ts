import { Agent } from "node:http";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { findChromium } from "@/lib/cli/find-chromium.mjs";
import { createTestDatabase } from "@/lib/testing/database";
import { openSession } from "@/lib/testing/http";
import { launchAgent } from "@/lib/testing/launched-agent";
import { startServer, type TestServer } from "@/lib/testing/server";
import { median, post } from "./load";
import { McpCaller } from "./mcp";
import { nextPrompt } from "./permission";

const TABS = 20;
const ASKS = 25;
const WARM_UP = 5;
/** So long the other tabs take to catch up with what happened. */
const QUIET_MS = 4_000;
const SETTLED_MS = 2_000;

const options = [
  { label: "A", description: "" },
  { label: "B", description: "" },
];
const question = { questions: [{ prompt: "Which one?", options }] };

/**
 * What a browser loads of JavaScript, as it comes over the wire, for a task page nobody touches: with an open question of an
 * external agent, and with a permission prompt of one of this server. And, with 20 tabs open on 20 tasks, from an ask being
 * sent to its overlay being painted in the tab that is looked at.
 */
export async function benchPage(): Promise<Record<string, number>> {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new Error("no Chromium");
  const database = await createTestDatabase();
  const server = await startServer({ databaseUrl: database.address });
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    return {
      ...(await benchScripts(server, browser)),
      ...(await benchOverlay(server, await browser.newContext())),
    };
  } finally {
    await browser.close();
    await server.stop();
    await database.drop();
  }
}

async function benchScripts(server: TestServer, browser: Browser): Promise<Record<string, number>> {
  const asking = await openSession(server);
  const caller = callerOf(server, asking.token);
  await caller.call("ask_user_question_kandev", question).pendingId;
  const permission = { toolCallId: "call", title: "Run it", kind: "execute", rawInput: { command: "make" } };
  const prompting = await launchAgent(server, [{ permission }, { hang: true }]);
  await nextPrompt(() => prompting.permissions(), permission.toolCallId);
  const numbers = {
    page_question_script_kb: await loadScripts(server, browser, asking.taskId, "question-overlay"),
    page_permission_script_kb: await loadScripts(server, browser, prompting.taskId, "permission-card"),
  };
  caller.close();
  return numbers;
}

/** Kilobytes (1,000 bytes) of scripts, compressed, until the page has been quiet for a while. */
async function loadScripts(
  server: TestServer,
  browser: Browser,
  taskId: string,
  shown: string,
): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on(
    "Network.responseReceived",
    ({ requestId, type }) => type === "Script" && scripts.add(requestId),
  );
  devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength; // without the headers
  });
  await devtools.send("Network.enable");
  await page.goto(`${server.url}/tasks/${taskId}`);
  await page.getByTestId(shown).waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await context.close();
  return bytes / 1_000;
}

async function benchOverlay(server: TestServer, context: BrowserContext): Promise<Record<string, number>> {
  const http = new Agent({ keepAlive: true });
  const tabs: { readonly page: Page; readonly caller: McpCaller }[] = [];
  for (let tab = 0; tab < TABS; tab += 1) {
    const { taskId, token } = await openSession(server);
    const page = await context.newPage();
    await page.addInitScript(HIDEABLE);
    await page.goto(`${server.url}/tasks/${taskId}`);
    await page.getByTestId("composer-input").waitFor();
    tabs.push({ page, caller: callerOf(server, token) });
  }
  const times: number[] = [];
  for (let ask = 0; ask < ASKS; ask += 1) {
    const tab = tabs[ask % TABS];
    if (tab === undefined) throw new Error("no tab");
    for (const { page } of tabs) await page.evaluate(SHOW, page === tab.page);
    await tab.page.waitForTimeout(QUIET_MS);
    const shown = tab.page.evaluate<number>(OVERLAY_SHOWN);
    const sent = performance.timeOrigin + performance.now();
    const call = tab.caller.call("ask_user_question_kandev", question);
    const took = (await shown) - sent;
    if (ask >= WARM_UP) times.push(took);
    const path = `/api/v1/clarification/${await call.pendingId}/respond`;
    await post(http, server.url + path, { answers: [{ question_id: "q1", selected_options: ["q1_opt1"] }] });
    await call.result;
  }
  for (const { caller } of tabs) caller.close();
  http.destroy();
  times.sort((a, b) => a - b);
  return {
    overlay_median_ms: median(times),
    overlay_p95_ms: times[Math.floor(times.length * 0.95)] ?? 0,
  };
}

const callerOf = ({ url }: TestServer, token: string) => new McpCaller({ url: `${url}/mcp/session`, token });

/** A browser without a screen takes all of its tabs for visible. Here one is, as it is for a person. */
const HIDEABLE = `Object.defineProperty(document, "visibilityState", { get: () => window.isShown ? "visible" : "hidden" })`;
const SHOW = (shown: boolean) => {
  Object.assign(window, { isShown: shown });
  document.dispatchEvent(new Event("visibilitychange"));
};

/** Run in the page: resolves to the machine's clock, in milliseconds, after the frame in which an overlay is drawn. */
const OVERLAY_SHOWN = `new Promise((resolve) => {
  const look = () => {
    if (document.querySelector("[data-testid=question-overlay]") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
})`;
