import { connect } from "@/db/client";
import { listPending } from "@/lib/clarification/list-pending";
import { contextFor, createTestApp } from "@/lib/testing/app";
import { createTestDatabase } from "@/lib/testing/database";
import { median } from "./load";
import { seedBundles, seedMessages, seedSuperseded } from "./seed";

const ROUNDS = 60;
const LARGE = { active: 100_000, supersededEach: 5, messagesEach: 10 } as const;

/** One page of 50 bundles, first and deep, with 100,000 active bundles and a long history, against 100 and none. */
export async function benchListPage(): Promise<Record<string, number>> {
  const [small, large] = [await createTestDatabase(), await createTestDatabase()];
  try {
    await seed(small.address, { active: 100, supersededEach: 0, messagesEach: 0 });
    await seed(large.address, LARGE);
    const [a, b] = [await createTestApp(small.address), await createTestApp(large.address)];
    try {
      const deep = await deepCursor(b.app.db);
      const times = { small: [] as number[], large: [] as number[], deep: [] as number[] };
      for (let round = 0; round < ROUNDS + 10; round += 1) {
        const first = await time(() => listPending(contextFor(a.app), {}));
        const second = await time(() => listPending(contextFor(b.app), {}));
        const third = await time(() => listPending(contextFor(b.app), { cursor: deep }));
        if (round < 10) continue; // warming up
        times.small.push(first);
        times.large.push(second);
        times.deep.push(third);
      }
      return {
        list_page_small_median_ms: median(times.small),
        list_page_large_median_ms: median(times.large),
        list_page_deep_median_ms: median(times.deep),
        list_page_ratio: median(times.large) / median(times.small),
        list_page_deep_ratio: median(times.deep) / median(times.small),
      };
    } finally {
      await a.close();
      await b.close();
    }
  } finally {
    await small.drop();
    await large.drop();
  }
}

async function time(work: () => Promise<{ count: number }>): Promise<number> {
  const start = performance.now();
  const { count } = await work();
  if (count !== 50) throw new Error(`a page had ${count} bundles`);
  return performance.now() - start;
}

async function seed(
  address: string,
  size: { active: number; supersededEach: number; messagesEach: number },
): Promise<void> {
  const { sql } = connect(address, { max: 1 });
  // Row by row triggers and foreign keys would take many minutes; what the triggers keep is then filled in one go.
  await sql`SET session_replication_role = replica`;
  await seedBundles(sql, "bench-", size.active);
  if (size.supersededEach > 0) await seedSuperseded(sql, "bench-", size.active, size.supersededEach);
  if (size.messagesEach > 0) await seedMessages(sql, "bench-", size.active, size.messagesEach);
  await sql`VACUUM ANALYZE`;
  await sql`
    INSERT INTO clarification_candidates (task_session_id, pending_id, created_at)
    SELECT u.task_session_id, u.pending_id, min(m.created_at)
    FROM unanswered_clarification_messages u JOIN task_session_messages m ON m.id = u.id GROUP BY 1, 2`;
  await sql`VACUUM ANALYZE clarification_candidates`;
  await sql.end();
}

async function deepCursor(db: ReturnType<typeof connect>["db"]): Promise<string> {
  const [row] = await db.execute<{ at: string; id: string }>(
    `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, pending_id AS id
     FROM clarification_candidates ORDER BY created_at, pending_id OFFSET 50000 LIMIT 1`,
  );
  return Buffer.from(`${row?.at}|${row?.id}`).toString("base64url");
}
