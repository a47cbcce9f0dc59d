import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ask as askQuestions } from "@/lib/clarification/ask";
import { cancelBundle } from "@/lib/clarification/cancel-bundle";
import { agentContext, contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { quiet, readMetadata, snapshot } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertAskedTask, insertBundle, insertUser, insertWorkspace } from "@/lib/testing/factories";
import { startTurn } from "@/lib/turns/start-turn";
import { endSession } from "./end-session";
import { TERMINAL_STATES } from "./state";

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

afterEach(quiet(() => server));

test("D4: ending a session expires its active questions and touches no settled or superseded one", async () => {
  const asked = await insertAskedTask(server.app.db);
  const answered = await insertBundle(server.app.db, {
    ...asked,
    pendingId: `a-${asked.pendingId}`,
    questions: [{ status: "answered" }],
  });
  const mixed = await insertBundle(server.app.db, {
    ...asked,
    pendingId: `m-${asked.pendingId}`,
    questions: [{ status: "rejected" }, { status: undefined }],
  });
  const superseded = await insertAskedTask(server.app.db);
  await startTurn(contextFor(server.app), superseded);
  const untouched = [
    await snapshot(server.app.db, answered),
    await snapshot(server.app.db, superseded.pendingId),
  ];
  for (const { sessionId } of [asked, superseded])
    await endSession(contextFor(server.app), { sessionId, state: "completed" });
  expect(await readMetadata(server.app.db, asked.pendingId)).toMatchObject([
    { status: "expired", agent_disconnected: true },
  ]);
  expect(await readMetadata(server.app.db, mixed)).toMatchObject([
    { status: "rejected" },
    { status: "expired" },
  ]);
  expect([
    await snapshot(server.app.db, answered),
    await snapshot(server.app.db, superseded.pendingId),
  ]).toEqual(untouched);
  const open = await server.app.db.execute(sql`
    SELECT 1 FROM task_session_turns WHERE task_session_id = ${asked.sessionId} AND completed_at IS NULL`);
  expect(open).toHaveLength(0);
});

test("contract 4: ending a session the same way again is a success, another way a conflict, and so is a further turn", async () => {
  const { sessionId } = await insertAskedTask(server.app.db);
  const end = (state: (typeof TERMINAL_STATES)[number]) =>
    endSession(contextFor(server.app), { sessionId, state });
  expect(await end("failed")).toEqual({ id: sessionId, state: "failed" });
  expect(await end("failed")).toEqual({ id: sessionId, state: "failed" });
  await expect(end("completed")).rejects.toMatchObject({ code: "conflict" });
  await expect(startTurn(contextFor(server.app), { sessionId })).rejects.toMatchObject({ code: "conflict" });
});

test("contract 4: of several endings at once one decides", async () => {
  const { sessionId } = await insertAskedTask(server.app.db);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      endSession(contextFor(server.app), { sessionId, state: TERMINAL_STATES[index % 3] ?? "failed" }),
    ),
  );
  const [row] = await server.app.db.execute(sql`SELECT state FROM task_sessions WHERE id = ${sessionId}`);
  const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.state] : []));
  expect(new Set(won)).toEqual(new Set([row?.state]));
  expect(won).toHaveLength(4);
});

test("N5: a stranger ends no session and starts no turn; a foreign session and a missing one are the same", async () => {
  const owner = await insertUser(server.app.db);
  const asked = await insertAskedTask(server.app.db, {
    workspaceId: await insertWorkspace(server.app.db, { ownerId: owner.id }),
  });
  const stranger = await insertUser(server.app.db, "admin");
  const ctx = contextFor(server.app, {
    kind: "user",
    userId: stranger.id,
    role: "admin",
    via: "browser",
    credentialId: "none",
  });
  const before = await snapshot(server.app.db, asked.pendingId);
  for (const sessionId of [asked.sessionId, "made-up"]) {
    const refused = { code: "not_found", message: "session not found" };
    await expect(endSession(ctx, { sessionId, state: "failed" })).rejects.toMatchObject(refused);
    await expect(startTurn(ctx, { sessionId })).rejects.toMatchObject(refused);
  }
  expect(await snapshot(server.app.db, asked.pendingId)).toEqual(before);
});

test("a session whose only question is cancelled or superseded goes on, and one with another open question waits", async () => {
  const stateOf = async (sessionId: string) =>
    (await server.app.db.execute(sql`SELECT state FROM task_sessions WHERE id = ${sessionId}`))[0]?.state;
  const agent = async () => {
    const { sessionId } = await insertAskedTask(server.app.db);
    await startTurn(contextFor(server.app), { sessionId });
    const ask = (prompt: string) =>
      askQuestions(agentContext(server.app, sessionId), {
        sessionId,
        context: "",
        questions: [{ prompt, options: [option("a"), option("b")] }],
      });
    return { sessionId, ask };
  };
  const option = (label: string) => ({ label, description: "" });

  const first = await agent();
  const [one, two] = [await first.ask("One?"), await first.ask("Two?")];
  await cancelBundle(contextFor(server.app), one);
  expect(await stateOf(first.sessionId)).toBe("waiting_for_input");
  await cancelBundle(contextFor(server.app), two);
  expect(await stateOf(first.sessionId)).toBe("running");

  const second = await agent();
  await second.ask("Three?");
  await startTurn(contextFor(server.app), second);
  expect(await stateOf(second.sessionId)).toBe("running");
});
