import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { livePermissions } from "@/db/schema/agents";
import type { Actor } from "@/lib/auth/actor";
import { resolveBundle } from "@/lib/clarification/resolve-bundle";
import { newId } from "@/lib/ids";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { choosesA } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import {
  insertAskedTask,
  insertMessage,
  insertSession,
  insertTask,
  insertTurn,
  insertUser,
  insertWorkspace,
} from "@/lib/testing/factories";
import { listHistory } from "./list-history";
import { listInbox } from "./list-inbox";
import { snoozeItem } from "./snooze-item";

let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Somebody with a workspace of her own. */
async function person() {
  const { id } = await insertUser(server.app.db);
  const actor: Actor = {
    kind: "user",
    role: "member",
    userId: id,
    via: "personal_access_token",
    credentialId: newId(),
  };
  return {
    id,
    ctx: contextFor(server.app, actor),
    workspaceId: await insertWorkspace(server.app.db, { ownerId: id }),
  };
}

/** A prompt that this server holds. */
async function prompt(workspaceId: string): Promise<string> {
  const { db, serverId } = server.app;
  const taskId = await insertTask(db, { workspaceId });
  const sessionId = await insertSession(db, { taskId });
  const turnId = await insertTurn(db, { sessionId });
  const requestId = newId();
  const messageId = await insertMessage(db, {
    sessionId,
    turnId,
    taskId,
    type: "permission_request",
    metadata: {
      request_id: requestId,
      pending_id: newId(),
      options: [],
      action_details: { type: "command", command: "make" },
    },
  });
  await db.insert(livePermissions).values({ requestId, taskSessionId: sessionId, messageId, serverId });
  return requestId;
}

const ids = async ({ ctx }: Awaited<ReturnType<typeof person>>) => (await listInbox(ctx)).map(({ id }) => id);

test("it holds what its reader may decide, of every task, oldest first, and nothing else", async () => {
  const [ada, bob] = [await person(), await person()];
  const first = await insertAskedTask(server.app.db, { workspaceId: ada.workspaceId });
  const second = await prompt(ada.workspaceId);
  const third = await insertAskedTask(server.app.db, { workspaceId: ada.workspaceId });
  const foreign = await insertAskedTask(server.app.db, { workspaceId: bob.workspaceId });
  const foreignPrompt = await prompt(bob.workspaceId);
  await insertAskedTask(server.app.db, { workspaceId: ada.workspaceId, questions: [{ status: "answered" }] });
  const ownerless = await insertAskedTask(server.app.db, {
    workspaceId: await insertWorkspace(server.app.db),
  });
  expect(await ids(ada)).toEqual([first.pendingId, second, third.pendingId, ownerless.pendingId]);
  expect(await ids(bob)).toEqual([foreign.pendingId, foreignPrompt, ownerless.pendingId]);
  const everything = await listInbox(contextFor(server.app));
  expect(everything.map(({ created_at }) => created_at)).toEqual(
    everything.map(({ created_at }) => created_at).sort(),
  );
});

describe("not now", () => {
  test("puts aside for one person only, decides nothing, and ends by itself or when it is taken back", async () => {
    const [ada, bob] = [await person(), await person()];
    const workspaceId = await insertWorkspace(server.app.db);
    const { pendingId } = await insertAskedTask(server.app.db, { workspaceId });
    const requestId = await prompt(workspaceId);
    const aside = async ({ ctx }: typeof ada) =>
      (await listInbox(ctx)).filter(({ snoozed_until }) => snoozed_until !== "").map(({ id }) => id);
    for (const itemId of [pendingId, requestId]) {
      const { snoozed_until } = await snoozeItem(ada.ctx, { itemId, minutes: 60 });
      expect(Math.abs(Date.parse(snoozed_until) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    }
    expect(await aside(ada)).toEqual([pendingId, requestId]);
    expect(await aside(bob)).toEqual([]);
    await snoozeItem(ada.ctx, { itemId: pendingId, minutes: 0 });
    await server.app.db.execute(sql`UPDATE inbox_snoozes SET until = now() WHERE item_id = ${requestId}`);
    expect(await aside(ada)).toEqual([]);
    const { claimed } = await resolveBundle(ada.ctx, { pendingId, outcome: choosesA });
    expect(claimed).toBe(true);
  });

  test("is not for what does not wait for the caller: foreign, settled and unknown are the same", async () => {
    const [ada, bob] = [await person(), await person()];
    const foreign = await insertAskedTask(server.app.db, { workspaceId: bob.workspaceId });
    const settled = await insertAskedTask(server.app.db, {
      workspaceId: ada.workspaceId,
      questions: [{ status: "answered" }],
    });
    for (const itemId of [foreign.pendingId, await prompt(bob.workspaceId), settled.pendingId, "none"])
      await expect(snoozeItem(ada.ctx, { itemId, minutes: 5 })).rejects.toMatchObject({
        code: "not_found",
        message: "inbox item not found",
      });
  });
});

test("the history tells what was decided, by whom and from where, newest first, of what its reader may see", async () => {
  const [ada, bob] = [await person(), await person()];
  const workspaceId = await insertWorkspace(server.app.db);
  const asked = [];
  for (let index = 0; index < 3; index += 1)
    asked.push(await insertAskedTask(server.app.db, { workspaceId }));
  const own = await insertAskedTask(server.app.db, { workspaceId: bob.workspaceId });
  await resolveBundle(bob.ctx, { pendingId: own.pendingId, outcome: choosesA });
  for (const { pendingId } of asked)
    await resolveBundle({ ...bob.ctx, origin: "external_mcp" }, { pendingId, outcome: choosesA });
  const requestId = await prompt(workspaceId);
  await server.app.db.execute(sql`
    UPDATE task_session_messages SET metadata = metadata || jsonb_build_object('status', 'approved', 'permission_resolution',
      jsonb_build_object('actor_user_id', ${ada.id}::text, 'actor_kind', 'browser', 'source', 'web', 'option_id', 'go',
        'option_kind', 'allow_once', 'result', 'accepted',
        'selected_at', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
    WHERE metadata ->> 'request_id' = ${requestId}`);
  const keyOf = (one: Awaited<ReturnType<typeof listHistory>>["decisions"][number]) =>
    one.kind === "question" ? one.question.pending_id : one.permission.request_id;
  const read = async (limit: number, reader = ada) => {
    const { decisions, has_earlier } = await listHistory(reader.ctx, { limit });
    return { keys: decisions.map(keyOf), decisions, has_earlier };
  };
  const whole = await read(10);
  expect(whole.keys.slice(0, 4)).toEqual([requestId, ...asked.map(({ pendingId }) => pendingId).reverse()]);
  expect(whole.keys).not.toContain(own.pendingId);
  expect((await read(10, bob)).keys).toContain(own.pendingId);
  const [permission, question] = whole.decisions;
  expect(permission?.kind === "permission" && permission.permission.decision).toMatchObject({
    you: true,
    surface: "web",
  });
  expect(question?.kind === "question" && question.question.settled_by).toMatchObject({
    surface: "external_mcp",
  });
  expect(await read(2)).toMatchObject({ keys: whole.keys.slice(0, 2), has_earlier: true });
});
