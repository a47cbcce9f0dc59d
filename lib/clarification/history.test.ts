import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { connect } from "@/db/client";
import { seedBundles, seedMessages, seedSuperseded } from "@/lib/bench/seed";
import { getTaskPage } from "@/lib/chat/get-task-page";
import type { Context } from "@/lib/context";
import { contextFor, createTestApp } from "@/lib/testing/app";
import { choosesA, oneQuestion } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { listTaskItems } from "@/lib/tasks/list-task-items";
import { ask } from "./ask";
import { listPending } from "./list-pending";
import { resolveBundle } from "./resolve-bundle";

/**
 * Databases with 60 open questions in 60 sessions, three of them named `h1` to `h3`. `even`: every session has 200 superseded
 * questions and 400 messages. `skewed`: only the three have, 2,000 and 6,000 each, so that averages mislead PostgreSQL.
 * `unknown`: as even, but PostgreSQL has no statistics yet.
 */
const HISTORIES = { none: [0, 0], even: [200, 0], skewed: [0, 2_000], unknown: [200, 0] } as const;
type Name = keyof typeof HISTORIES;
const databases = new Map<Name, TestDatabase>();

beforeAll(async () => {
  for (const name of ["none", "even", "skewed", "unknown"] as const) {
    const [everywhere, inThree] = HISTORIES[name];
    const database = await createTestDatabase();
    databases.set(name, database);
    const { sql: driver } = connect(database.address, { max: 1 });
    for (const [prefix, sessions, superseded] of [
      ["t", 57, everywhere],
      ["h", 3, everywhere + inThree],
    ] as const) {
      await seedBundles(driver, prefix, sessions);
      await seedSuperseded(driver, prefix, sessions, superseded);
      await seedMessages(driver, prefix, sessions, 1 + 2 * superseded);
    }
    if (name !== "unknown") await driver`VACUUM ANALYZE`;
    await driver.end();
  }
});

afterAll(async () => {
  for (const database of databases.values()) await database.drop();
});

const counted = z.tuple([z.object({ rows: z.coerce.number() })]);

/** Rows and index entries that the tables gave out so far. PostgreSQL counts a connection's reads when it ends. */
async function readSoFar(address: string): Promise<number> {
  const { db, sql: driver } = connect(address, { max: 1 });
  const result = await db.execute(sql`
    SELECT (SELECT sum(seq_tup_read + COALESCE(idx_tup_fetch, 0)) FROM pg_stat_user_tables)
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes) AS rows`);
  await driver.end();
  return counted.parse([...result])[0].rows;
}

async function rowsRead(name: Name, work: (ctx: Context) => Promise<unknown>): Promise<number> {
  const address = databases.get(name)?.address ?? "";
  const idle = await readWith(address, () => Promise.resolve());
  return (await readWith(address, work)) - idle;
}

async function readWith(address: string, work: (ctx: Context) => Promise<unknown>): Promise<number> {
  const before = await settledReads(address);
  const server = await createTestApp(address);
  await work(contextFor(server.app));
  await server.close();
  return (await settledReads(address)) - before;
}

/** The connections of a closed app take a moment to leave; their counts arrive with their end. */
async function settledReads(address: string): Promise<number> {
  const { sql: driver } = connect(address, { max: 1 });
  const others = () =>
    driver`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await others()).length).toBe(0);
  await driver.end();
  return readSoFar(address);
}

const WORK: readonly [string, (ctx: Context) => Promise<unknown>][] = [
  ["a claim", (ctx) => resolveBundle(ctx, { pendingId: "h1", outcome: choosesA })],
  ["a lost claim", (ctx) => resolveBundle(ctx, { pendingId: "h1", outcome: choosesA })],
  ["a page of the list", (ctx) => listPending(ctx, {})],
  ["the projection onto 60 tasks", (ctx) => listTaskItems(ctx)],
  ["a task's page", (ctx) => getTaskPage(ctx, { taskId: "h2", limit: 2 })],
  [
    "an ask",
    (ctx) => ask(ctx, { sessionId: "h3", questions: oneQuestion("Something new?"), context: "" }, undefined),
  ],
];

test.each(WORK)("%s reads no more rows where there is a long history", async (_name, work) => {
  const without = await rowsRead("none", work);
  expect(without).toBeGreaterThan(0);
  expect(await rowsRead("even", work)).toBeLessThanOrEqual(2 * without);
  expect(await rowsRead("skewed", work)).toBeLessThanOrEqual(2 * without);
  expect(await rowsRead("unknown", work)).toBeLessThanOrEqual(2 * without);
});
