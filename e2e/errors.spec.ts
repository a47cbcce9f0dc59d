import { choose, send } from "@/lib/testing/http";
import { startProduct } from "@/lib/testing/product";
import { answerOf, database, startAgent, threeQuestions } from "./agent";
import { countAnswers, holdAnswer, hydrated, openChat } from "./chat";
import { expect, test } from "./fixtures";

const oneQuestion = { questions: [database] };
const lostConnection =
  /net::ERR_(CONNECTION_(RESET|REFUSED)|INTERNET_DISCONNECTED|NETWORK_CHANGED|INCOMPLETE_CHUNKED|EMPTY)/;

test("a connection that breaks is said, nothing typed is lost, and Retry sends it", async ({
  page,
  agent,
  faults,
}) => {
  faults.allow(lostConnection);
  const { result } = await agent.ask(threeQuestions);
  const chat = await openChat(page, agent.path);
  const sent = countAnswers(page);
  await chat.pick("SQLite");
  await chat.pick("Go");
  await chat.freeText.fill("staging, then\nproduction");
  const held = await holdAnswer(page);
  await chat.submit.click();
  await held.sent;
  held.breakOff();

  await expect(chat.error).toBeVisible();
  await expect(chat.error).toHaveAttribute("role", "alert");
  await expect(chat.error).toContainText("could not be reached");
  await expect(chat.error).toContainText("sending it again is safe");
  await expect(chat.freeText).toHaveValue("staging, then\nproduction");
  await chat.steps.nth(0).click();
  await expect(chat.option("SQLite")).toBeChecked();
  await chat.retry.click();
  expect(await result).toMatchObject({
    answers: [
      answerOf("db", ["sqlite"]),
      answerOf("lang", ["go"]),
      answerOf("deploy", [], "staging, then\nproduction"),
    ],
  });
  expect(sent()).toBe(2);
  await expect(chat.error).toHaveCount(0);
  await expect(chat.outcome).toContainText("Answer recorded");
});

test("an answer that arrived although its reply was lost is told as recorded, without a Retry", async ({
  page,
  agent,
  faults,
}) => {
  faults.allow(lostConnection);
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await page.route(
    "**/respond",
    async (route) => {
      await route.fetch();
      await expect(page).toHaveTitle(/^Orders/); // the page has been told that nothing is open any more
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await chat.pick("Both");
  expect(await result).toMatchObject({ answers: [answerOf("db", ["both"])] });
  await expect(chat.outcome).toContainText("Answered");
  await expect(chat.overlay).toHaveCount(0);
  await expect(page.getByText("before you")).toHaveCount(0);
  await expect(chat.yours).toHaveCount(0);
  await expect(chat.settled).toContainText("Both");
});

test("an answer that was lost while somebody else answered is kept beside theirs", async ({
  page,
  agent,
  external,
  faults,
}) => {
  faults.allow(lostConnection);
  const { pendingId } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const held = await holdAnswer(page);
  await chat.pick("Both");
  await held.sent;
  await external.call("answer_question_kandev", { pending_id: pendingId, ...choose("sqlite", "db") });
  await expect(page).toHaveTitle(/^Orders/);
  held.breakOff();
  await expect(chat.outcome).toContainText("Answered over MCP");
  await expect(chat.theirs).toContainText("SQLite");
  await expect(chat.yours).toContainText("Both");
});

test("a re-read that breaks off is tried again, and the page stays", async ({ page, agent, faults }) => {
  faults.allow(lostConnection);
  const chat = await openChat(page, agent.path);
  await chat.composer.fill("half a mess");
  await page.evaluate(() => (document.body.dataset.kept = "yes"));
  let broken = 0;
  await page.route(`**${agent.path}?*`, async (route) => {
    broken += 1;
    if (broken > 1) await route.continue();
    else await route.abort("connectionreset");
  });
  await agent.ask(oneQuestion);
  await expect(chat.prompt).toHaveText(database.prompt);
  expect(broken).toBeGreaterThan(1);
  await expect(page.locator("body")).toHaveAttribute("data-kept", "yes");
  await expect(chat.composer).toHaveValue("half a mess");
});

test("an error of the server is said without its inside, and the same answer goes through afterwards", async ({
  page,
  agent,
  product,
  faults,
}) => {
  faults.allow(/500 \(Internal Server Error\)/, /"level":50/);
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.freeText.fill("PostgreSQL, as discussed");
  await product.sql.unsafe(`
    CREATE FUNCTION refuse_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'clarification_audit is full'; END $$;
    CREATE TRIGGER refuse_audit BEFORE INSERT ON clarification_audit FOR EACH ROW EXECUTE FUNCTION refuse_audit()`);
  const reply = page.waitForResponse(/\/respond$/);
  await chat.freeText.press("Enter");
  expect((await reply).status()).toBe(500);
  await product.sql`DROP FUNCTION refuse_audit CASCADE`;
  await expect(chat.error).toContainText("The answer was not recorded");
  await expect(chat.error).not.toContainText("clarification_audit");
  await expect(chat.freeText).toHaveValue("PostgreSQL, as discussed");
  await expect(chat.settled).toHaveCount(0);
  await chat.retry.click();
  expect(await result).toMatchObject({ answers: [answerOf("db", [], "PostgreSQL, as discussed")] });
});

test("a skip that fails keeps its reason for Retry", async ({ page, agent, faults }) => {
  faults.allow(lostConnection);
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  const held = await holdAnswer(page);
  await chat.skip("no idea");
  await held.sent;
  held.breakOff();
  await expect(chat.error).toContainText("The skip");
  await chat.retry.click();
  expect(await result).toMatchObject({ rejected: true, reject_reason: "no idea" });
});

test("a text the server refuses is kept with the server's reason, and can be corrected", async ({
  page,
  agent,
  faults,
}) => {
  faults.allow(/400 \(Bad Request\)/);
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.freeText.fill("half an emoji ?");
  // Half a surrogate pair, as a broken paste leaves it.
  await chat.freeText.evaluate((area) => {
    // React hears a change only when the prototype's setter made it.
    const property = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value") ?? {};
    property.set?.call(area, "half an emoji \ud83d");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await chat.freeText.press("Enter");
  await expect(chat.error).toContainText("The answer was not recorded");
  await expect(chat.freeText).toHaveValue(/^half an emoji/);
  await chat.freeText.fill("half an emoji no more");
  await chat.retry.click();
  expect(await result).toMatchObject({ answers: [answerOf("db", [], "half an emoji no more")] });
});

test("offline is said, an answer waits for the way back, and what was missed is caught up", async ({
  page,
  context,
  agent,
  faults,
}) => {
  faults.allow(lostConnection);
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, agent.path);
  await chat.freeText.fill("PostgreSQL");
  await context.setOffline(true);
  await expect(page.getByTestId("connection-state")).toContainText("Offline");
  await expect(chat.overlay.getByTestId("question-offline")).toBeVisible();
  await chat.freeText.press("Enter");
  await expect(chat.error).toContainText("This browser is offline");
  await expect(chat.freeText).toHaveValue("PostgreSQL");

  await agent.ask({ questions: [{ ...database, prompt: "Asked while nobody was there?" }] });
  await context.setOffline(false);
  await expect(page.getByTestId("connection-state")).toHaveCount(0);
  await expect(chat.overlay).toContainText("1 of 2 questions waiting");
  await chat.retry.click();
  expect(await result).toMatchObject({ answers: [answerOf("db", [], "PostgreSQL")] });
  await expect(chat.prompt).toHaveText("Asked while nobody was there?");
});

test("a question settled while this browser was offline closes when it is back, with what was typed", async ({
  page,
  context,
  newAgent,
  external,
  product,
  faults,
}) => {
  faults.allow(lostConnection);
  const superseded = await newAgent();
  await superseded.ask(oneQuestion);
  const chat = await openChat(page, superseded.path);
  await chat.freeText.fill("use the replica");
  await context.setOffline(true);
  await expect(page.getByTestId("connection-state")).toBeVisible();
  await send(product.server, "POST", `/api/v1/sessions/${superseded.sessionId}/turns`, { body: {} });
  await context.setOffline(false);
  await expect(chat.overlay).toHaveCount(0);
  await expect(chat.outcome).toContainText("moved on to a new turn");
  await expect(chat.yours).toContainText("use the replica");
  await expect(chat.transcript).not.toContainText("use the replica");

  const answered = await newAgent();
  const { pendingId } = await answered.ask(oneQuestion);
  await openChat(page, answered.path);
  await context.setOffline(true);
  await expect(page.getByTestId("connection-state")).toBeVisible();
  await external.call("answer_question_kandev", { pending_id: pendingId, ...choose("sqlite", "db") });
  await context.setOffline(false);
  await expect(chat.outcome).toContainText("Answered over MCP");
  await expect(chat.settled).toContainText("SQLite");
});

test("a server that restarts is said while it is away, and the question is answered afterwards", async ({
  page,
  faults,
}) => {
  faults.allow(lostConnection, /503 \(Service Unavailable\)/);
  const product = await startProduct();
  const { server } = product;
  const agent = await startAgent(server);
  const { result } = await agent.ask(oneQuestion);
  const chat = await openChat(page, server.url + agent.path);
  await chat.freeText.fill("PostgreSQL, still");
  const stopped = server.stop();
  await expect(result).rejects.toThrow(/server_stopping/);
  await agent.mcp.close();
  await stopped;
  await expect(page.getByTestId("connection-state")).toContainText("Reconnecting");
  await product.start({ PORT: String(server.port) });
  await expect(page.getByTestId("connection-state")).toHaveCount(0, { timeout: 30_000 });
  await expect(chat.freeText).toHaveValue("PostgreSQL, still");
  await chat.freeText.press("Enter");
  await expect(chat.outcome).toContainText("Answer recorded · waiting for the agent to collect it");
  await page.reload();
  await hydrated(page);
  await expect(chat.settled).toContainText("PostgreSQL, still");
  await page.goto("about:blank");
  await product.stop();
});
