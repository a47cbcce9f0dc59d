import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import {
  answered,
  choosesA,
  isDeliveryPending,
  listen,
  pick,
  readMetadata,
  rejected,
  snapshot,
  untilBlocked,
} from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertAskedTask, insertTurn } from "@/lib/testing/factories";
import { resolveBundle } from "./resolve-bundle";

let database: TestDatabase;
let server: TestApp;
let other: TestApp;
const resumed: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address, {
    resumeAgent: ({ sessionId }) => Promise.resolve(resumed.push(sessionId) > 0),
  });
  other = await createTestApp(database.address);
});

afterAll(async () => {
  await server.close();
  await other.close();
  await database.drop();
});

afterEach(() => expect(other.logged).toEqual([]));

const resolve = (pendingId: string, outcome = choosesA, on = server) =>
  resolveBundle(contextFor(on.app), { pendingId, outcome });

async function readSources(folder: string): Promise<{ path: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(ts|tsx|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\.test\.tsx?$/.test(path) && !path.includes("lib/testing/"));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, "utf8") })));
}

test("P1: the migrated database has no table clarification_resolutions and nothing in it resolves a question", async () => {
  const relations = await server.app.db.execute(sql`
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND c.relname ILIKE '%resolution%'`);
  expect([...relations]).toEqual([]);
  const functions = await server.app.db.execute(sql`
    SELECT p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = 'public' AND p.prosrc ~ '''(answered|rejected)'''`);
  expect([...functions]).toEqual([]);
});

test("P1: only claim.ts writes answered or rejected into a message", async () => {
  const sources = (await Promise.all(["lib", "db", "app"].map(readSources)))
    .flat()
    .filter(({ path }) => !path.includes("lib/bench/")); // the bare statements that respond is measured against
  const written = /UPDATE task_session_messages\b.*?\bSET\b(.*?)\bWHERE\b(.{0,300})/gs;
  const updating = sources.flatMap(({ path, text }) =>
    [...text.matchAll(written)].map(([, set = "", where = ""]) => ({ path, set, where })),
  );
  // Prompts are rows of another type, and say so in what they write to.
  const ofPrompts = /thisPrompt\(|'permission_request'|permission_resolution/;
  const resolving = updating.filter(
    ({ set, where }) => /answered|rejected|outcome|'status', /.test(set) && !ofPrompts.test(where),
  );
  expect(resolving.map(({ path }) => path)).toEqual([join("lib", "clarification", "claim.ts")]);
  expect(updating.length).toBeGreaterThan(4); // the pattern still sees the other writers

  const builders = sources.filter(({ text }) => text.includes("(taskSessionMessages)"));
  const metadataSets = builders.filter(({ text }) =>
    /\.update\(taskSessionMessages\)\s*\.set\(\{[^}]*metadata/.test(text),
  );
  expect(metadataSets).toEqual([]);
});

test("P1a, P1b: the claim stores the normalized answer of each question under its own row", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, { questions: [{}, {}] });
  await resolve(pendingId, answered(pick("q2", [], "  own words \n"), pick("q1", ["b", "a", "b"])));
  const [first, second] = await readMetadata(server.app.db, pendingId);
  expect(first).toMatchObject({
    status: "answered",
    response: { question_id: "q1", selected_options: ["a", "b"], custom_text: "" },
    response_delivery_pending: true,
  });
  expect(second).toMatchObject({
    status: "answered",
    response: { question_id: "q2", selected_options: [], custom_text: "own words" },
    response_delivery_pending: true,
  });
});

test("P1a: a rejection stores no response and no reason on any row", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, { questions: [{}, {}] });
  await resolve(pendingId, rejected("because of a secret"));
  for (const row of await readMetadata(server.app.db, pendingId)) {
    expect(row).toMatchObject({ status: "rejected", response_delivery_pending: true });
    expect(Object.keys(row)).not.toContain("response");
    expect(JSON.stringify(row)).not.toContain("secret");
  }
});

test("P1a: the claim changes no other key of a row and no row of another bundle", async () => {
  const { pendingId, sessionId, turnId } = await insertAskedTask(server.app.db, {
    questions: [{ context: "why", extra: { kept: [1, null] } }],
  });
  const neighbour = await insertAskedTask(server.app.db);
  const [before] = await readMetadata(server.app.db, pendingId);
  const untouched = await snapshot(server.app.db, neighbour.pendingId);
  await resolve(pendingId);
  const [after] = await readMetadata(server.app.db, pendingId);
  expect(after).toEqual({
    ...before,
    status: "answered",
    response: { question_id: "q1", selected_options: ["a"], custom_text: "" },
    response_delivery_pending: true,
  });
  expect(await snapshot(server.app.db, neighbour.pendingId)).toEqual(untouched);
  const columns = await server.app.db.execute(sql`
    SELECT task_session_id, turn_id, type, author_type FROM task_session_messages WHERE pending_id = ${pendingId}`);
  expect([...columns]).toEqual([
    { task_session_id: sessionId, turn_id: turnId, type: "clarification_request", author_type: "agent" },
  ]);
});

test("R1, R3: of many resolutions at once on two servers exactly one claims, and the others learn its answer", async () => {
  for (let round = 0; round < 3; round += 1) {
    const { pendingId } = await insertAskedTask(server.app.db);
    const results = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        resolve(
          pendingId,
          index % 5 === 0 ? rejected() : answered(pick("q1", [], `answer ${index}`)),
          index % 2 === 0 ? server : other,
        ),
      ),
    );
    const [winner, ...more] = results.filter((result) => result.claimed);
    expect(more).toEqual([]);
    for (const result of results) expect({ ...result, claimed: true }).toEqual(winner);
  }
});

test("P2: the claim decides on what is active when it runs, not on what was read before", async () => {
  const { pendingId, sessionId } = await insertAskedTask(server.app.db);
  // Another writer holds the session: the resolution has read and validated the bundle, and waits with its claim.
  const superseded = other.app.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM task_sessions WHERE id = ${sessionId} FOR UPDATE`);
    const outcome = resolve(pendingId).then(
      () => "claimed",
      (error: unknown) => error,
    );
    await untilBlocked(other.app.db);
    await insertTurn(tx, { sessionId });
    return { outcome };
  });
  await expect((await superseded).outcome).resolves.toMatchObject({ code: "not_active" });
  expect(await readMetadata(server.app.db, pendingId)).toMatchObject([{ status: "pending" }]);
});

test("P2: a bundle that becomes active between the read and the claim is claimed", async () => {
  const { pendingId, sessionId } = await insertAskedTask(server.app.db);
  const newer = await insertTurn(server.app.db, { sessionId });
  const revived = other.app.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM task_sessions WHERE id = ${sessionId} FOR UPDATE`);
    const outcome = resolve(pendingId);
    await untilBlocked(other.app.db);
    await tx.execute(sql`DELETE FROM task_session_turns WHERE id = ${newer}`);
    return { outcome };
  });
  expect(await (await revived).outcome).toMatchObject({ claimed: true });
});

test("R4: when the claim cannot commit, nothing is delivered and nothing is published", async () => {
  const { pendingId } = await insertAskedTask(server.app.db, { agentProfileId: "ours" });
  await breakWritesOf(pendingId);
  const listener = listen(other.app);
  await expect(resolve(pendingId)).rejects.toMatchObject({ code: "internal_error" });
  await listener.sync();
  listener.stop();
  expect({ hints: listener.hints, resumed }).toEqual({ hints: [], resumed: [] });
  expect(await readMetadata(server.app.db, pendingId)).toMatchObject([{ status: "pending" }]);
  expect(await isDeliveryPending(server.app.db, pendingId)).toBe(false);
});

test("R4a: a failing claim is an internal error that is logged with the pending_id, told to nobody and not retried", async () => {
  const { pendingId } = await insertAskedTask(server.app.db);
  await breakWritesOf(pendingId);
  const before = server.logged.length;
  const failure: unknown = await resolve(pendingId).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "internal_error" });
  expect(String(failure)).not.toContain("broken on purpose");
  expect(server.logged.slice(before)).toEqual([
    [{ err: expect.anything() as unknown, pending_id: pendingId }, "claim failed"],
  ]);
  expect(await readAttempts()).toBe(1);

  await server.app.db.execute(sql`DROP TRIGGER break_writes ON task_session_messages`);
  expect(await resolve(pendingId)).toMatchObject({ claimed: true });
});

/** Makes every update of a bundle's rows fail in the database, and counts how often one was tried. */
async function breakWritesOf(pendingId: string): Promise<void> {
  await server.app.sql.unsafe(`
    CREATE SEQUENCE IF NOT EXISTS attempts;
    SELECT setval('attempts', 1, false);
    CREATE OR REPLACE FUNCTION break_writes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM nextval('attempts'); RAISE EXCEPTION 'broken on purpose'; END $$;
    CREATE OR REPLACE TRIGGER break_writes BEFORE UPDATE ON task_session_messages
      FOR EACH ROW WHEN (OLD.metadata ->> 'pending_id' = '${pendingId}') EXECUTE FUNCTION break_writes();`);
}

/** A sequence is not rolled back, so it remembers attempts whose transactions failed. */
async function readAttempts(): Promise<number> {
  const rows = await server.app.db.execute<{ last_value: string }>(sql`SELECT last_value FROM attempts`);
  return Number(rows[0]?.last_value);
}
