import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "@/db/client";
import { seedBundles, seedMessages, seedSuperseded } from "@/lib/bench/seed";
import { getTaskPage } from "@/lib/chat/get-task-page";
import type { Context } from "@/lib/context";
import { choosesA, oneQuestion } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { rowsRead } from "@/lib/testing/rows-read";
import { listTaskItems } from "@/lib/tasks/list-task-items";
import { listTasks } from "@/lib/tasks/list-tasks";
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

const read = (name: Name, work: (ctx: Context) => Promise<unknown>) =>
  rowsRead(databases.get(name)?.address ?? "", work);

const WORK: readonly [string, (ctx: Context) => Promise<unknown>][] = [
  ["a claim", (ctx) => resolveBundle(ctx, { pendingId: "h1", outcome: choosesA })],
  ["a lost claim", (ctx) => resolveBundle(ctx, { pendingId: "h1", outcome: choosesA })],
  ["a page of the list", (ctx) => listPending(ctx, {})],
  ["the projection onto 60 tasks", (ctx) => listTaskItems(ctx)],
  ["the blocked tasks", (ctx) => listTasks(ctx, { pendingOnly: true })],
  ["a task's page", (ctx) => getTaskPage(ctx, { taskId: "h2", limit: 2 })],
  [
    "an ask",
    (ctx) => ask(ctx, { sessionId: "h3", questions: oneQuestion("Something new?"), context: "" }, undefined),
  ],
];

test.each(WORK)("%s reads no more rows where there is a long history", async (_name, work) => {
  const without = await read("none", work);
  expect(without).toBeGreaterThan(0);
  expect(await read("even", work)).toBeLessThanOrEqual(2 * without);
  expect(await read("skewed", work)).toBeLessThanOrEqual(2 * without);
  expect(await read("unknown", work)).toBeLessThanOrEqual(2 * without);
});
