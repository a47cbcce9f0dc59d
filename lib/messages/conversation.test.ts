import fc from "fast-check";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { quiet } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertMessage, insertSession, insertTask, insertTurn } from "@/lib/testing/factories";
import { type ListConversation, listConversation } from "./list-conversation";
import { listMessages } from "./list-messages";

let database: TestDatabase;
let server: TestApp;
let taskId: string;
let sessionId: string;

const TYPES = ["message", "thought", "clarification_request"] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
  taskId = await insertTask(server.app.db);
  sessionId = await insertSession(server.app.db, { taskId });
  const turnId = await insertTurn(server.app.db, { sessionId });
  for (let index = 0; index < 40; index += 1) {
    await insertMessage(server.app.db, {
      sessionId,
      turnId,
      taskId,
      type: TYPES[index % 3] ?? "message",
      metadata: { question_index: index % 4 },
    });
  }
  // Many of one moment, so that the order needs all of its parts.
  await server.app.db.execute(sql`
    UPDATE task_session_messages SET created_at = date_trunc('minute', created_at) WHERE task_session_id = ${sessionId}`);
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

afterEach(quiet(() => server));

const ctx = () => contextFor(server.app);
const list = (input: Omit<ListConversation, "taskId"> = {}) => listConversation(ctx(), { taskId, ...input });

test("pages in both orders, of any size and of any types, are the whole transcript cut into pieces", async () => {
  const transcript = (await listMessages(ctx(), { sessionId })).messages;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 45 }),
      fc.constantFrom("asc" as const, "desc" as const),
      fc.option(fc.subarray([...TYPES]), { nil: undefined }),
      async (limit, sort, types) => {
        const wanted = transcript.filter(
          ({ type }) => types === undefined || (types as string[]).includes(type),
        );
        const found: string[] = [];
        let cursor = "";
        for (;;) {
          const from = cursor === "" ? {} : sort === "asc" ? { after: cursor } : { before: cursor };
          const page = await list({ limit, sort, types, ...from });
          found.push(...page.messages.map(({ id }) => id));
          expect(page.total).toBe(page.messages.length);
          if (!page.has_more) break;
          expect(page.messages).toHaveLength(limit); // filtered before it is cut
          cursor = page.cursor;
        }
        const ids = wanted.map(({ id }) => id);
        expect(found).toEqual(sort === "asc" ? ids : ids.reverse());
      },
    ),
    { numRuns: 40 },
  );
});

test("before and after give the messages closest to a place, in the wanted order", async () => {
  const ids = (await listMessages(ctx(), { sessionId })).messages.map(({ id }) => id);
  const shown = async (input: Omit<ListConversation, "taskId">) =>
    (await list({ limit: 3, ...input })).messages.map(({ id }) => id);
  expect(await shown({ before: ids[20] })).toEqual(ids.slice(17, 20));
  expect(await shown({ before: ids[20], sort: "desc" })).toEqual(ids.slice(17, 20).reverse());
  expect(await shown({ after: ids[20] })).toEqual(ids.slice(21, 24));
  expect(await shown({ after: ids[20], sort: "desc" })).toEqual(ids.slice(21, 24).reverse());
  expect(await list()).toMatchObject({ task_id: taskId, session_id: sessionId, total: 10, has_more: true });
  expect((await list({ limit: 1_000 })).total).toBe(40);
});

test("what cannot be meant is refused", async () => {
  for (const input of [{ before: "a", after: "b" }, { after: "none" }, { limit: -1 }])
    await expect(list(input)).rejects.toMatchObject({ code: "validation_error" });
  const other = await insertSession(server.app.db, { taskId: await insertTask(server.app.db) });
  await expect(list({ sessionId: other })).rejects.toMatchObject({ code: "not_found" });
  const idle = await insertTask(server.app.db);
  await expect(listConversation(ctx(), { taskId: idle })).rejects.toMatchObject({ code: "not_found" });
});
