import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { writeAgentRow } from "@/lib/agents/write-agent-row";
import { listPending } from "@/lib/clarification/list-pending";
import { newId } from "@/lib/ids";
import { endSession } from "@/lib/sessions/end-session";
import { agentContext, contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { quiet } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertAskedTask } from "@/lib/testing/factories";
import { addUserMessage } from "./add-user-message";
import { collectUserMessages } from "./collect-user-messages";
import { listMessages } from "./list-messages";

let database: TestDatabase;
let server: TestApp;
let other: TestApp;
let asked: Awaited<ReturnType<typeof insertAskedTask>>;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
  other = await createTestApp(database.address);
});

beforeEach(async () => {
  asked = await insertAskedTask(server.app.db);
});

afterAll(async () => {
  await server.close();
  await other.close();
  await database.drop();
});

afterEach(
  quiet(
    () => server,
    () => other,
  ),
);

const say = (content: string) =>
  addUserMessage(contextFor(server.app), { sessionId: asked.sessionId, content });

const collect = async (on = server) => {
  const { messages } = await collectUserMessages(agentContext(on.app, asked.sessionId), asked);
  return messages.map((message) => message.content);
};

test("D4: a person's message stays in the current turn, completed or not, and supersedes no question", async () => {
  await say("one");
  await server.app.db.execute(
    sql`UPDATE task_session_turns SET completed_at = now() WHERE id = ${asked.turnId}`,
  );
  expect(await say("two")).toMatchObject({ turn_id: asked.turnId, author_type: "user", content: "two" });
  const { bundles } = await listPending(contextFor(server.app), { limit: 200 });
  expect(bundles.map((bundle) => bundle.pending_id)).toContain(asked.pendingId);
});

test("contract 5: the agent gets each message once, oldest first, however many calls ask for them on both servers", async () => {
  const said = Array.from({ length: 20 }, (_, index) => `message ${index}`);
  for (const content of said) await say(content);
  const mine = { id: newId(), type: "message", content: "mine", metadata: {} } as const;
  await writeAgentRow(server.app.db, { ...asked, ...mine });
  const got = await Promise.all(
    Array.from({ length: 10 }, (_, index) => collect(index % 2 === 0 ? server : other)),
  );
  for (const messages of got) expect(messages).toEqual(said.filter((content) => messages.includes(content)));
  expect(got.flat().sort()).toEqual([...said].sort());
  expect(await collect()).toEqual([]);
  await say("later");
  expect(await collect(other)).toEqual(["later"]);
});

test("contract 4: the transcript is in order of time, question index and id", async () => {
  await server.app.db.execute(
    sql`DELETE FROM task_session_messages WHERE task_session_id = ${asked.sessionId}`,
  );
  const rows: readonly [id: string, createdAt: string, index: number][] = [
    ["c", "2024-01-01T00:00:00.000001Z", 1],
    ["d", "2024-01-01T00:00:00.000002Z", 0],
    ["b", "2024-01-01T00:00:00.000001Z", 0],
    ["a", "2024-01-01T00:00:00.000001Z", 0],
  ];
  for (const [id, createdAt, index] of rows)
    await server.app.db.execute(sql`
      INSERT INTO task_session_messages (id, task_session_id, turn_id, content, metadata, created_at)
      VALUES (${`${asked.sessionId}-${id}`}, ${asked.sessionId}, ${asked.turnId}, ${id}, ${JSON.stringify({ question_index: index })}::jsonb, ${createdAt})`);
  const { messages, total } = await listMessages(contextFor(server.app), asked);
  expect([messages.map((message) => message.content).join(""), total]).toEqual(["abcd", 4]);
});

test("contract 4: a session that has ended takes no message", async () => {
  await endSession(contextFor(server.app), { ...asked, state: "completed" });
  await expect(say("too late")).rejects.toMatchObject({ code: "conflict" });
});
