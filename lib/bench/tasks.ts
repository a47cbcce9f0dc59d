import { connect } from "@/db/client";
import { type ListTasks, listTasks } from "@/lib/tasks/list-tasks";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { createTestDatabase } from "@/lib/testing/database";
import { median } from "./load";
import { seedBundles } from "./seed";

const ROUNDS = 300;
const WARM_UP = 50;
const BLOCKED = 50;

/** One page of 50 tasks, of all and of the blocked ones, with 10,000 tasks of which 50 are blocked, against 100. */
export async function benchTasks(): Promise<Record<string, number>> {
  const [small, large] = [await createTestDatabase(), await createTestDatabase()];
  try {
    await seed(small.address, 100);
    await seed(large.address, 10_000);
    const servers = [await createTestApp(small.address), await createTestApp(large.address)] as const;
    try {
      return {
        ...(await compare("tasks_page", servers, { limit: 50 }, 50)),
        ...(await compare("tasks_pending", servers, { limit: 50, pendingOnly: true }, BLOCKED)),
      };
    } finally {
      for (const server of servers) await server.close();
    }
  } finally {
    await small.drop();
    await large.drop();
  }
}

/** Somebody with an account: what is hers is part of what is read. */
const person = { kind: "user", userId: "ada", role: "member", via: "browser", credentialId: "none" } as const;

/** In turns, so that both meet the same moments of the machine. */
async function compare(
  name: string,
  [few, many]: readonly [TestApp, TestApp],
  input: ListTasks,
  expected: number,
): Promise<Record<string, number>> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1)
    for (const [key, server] of [
      ["few", few],
      ["many", many],
    ] as const) {
      const begin = performance.now();
      const page = await listTasks(contextFor(server.app, person), input);
      if (page.tasks.length !== expected) throw new Error(`a page had ${page.tasks.length} tasks`);
      if (round >= WARM_UP) times[key].push(performance.now() - begin);
    }
  return {
    [`${name}_small_median_ms`]: median(times.few),
    [`${name}_large_median_ms`]: median(times.many),
    [`${name}_ratio`]: median(times.many) / median(times.few),
  };
}

/** The blocked ones are the oldest; every task has a session with a turn, and something was said in it. */
async function seed(address: string, count: number): Promise<void> {
  const { sql } = connect(address, { max: 1 });
  const quiet = count - BLOCKED;
  await seedBundles(sql, "blocked-", BLOCKED);
  await sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`
      INSERT INTO tasks (id, title, description, created_at)
      SELECT 'quiet-' || n, 'bench', 'Make it work.', now() + n * interval '1 millisecond' FROM generate_series(1, ${quiet}::int) n`;
    await tx`INSERT INTO task_sessions (id, task_id, state) SELECT 'quiet-' || n, 'quiet-' || n, 'running' FROM generate_series(1, ${quiet}::int) n`;
    await tx`INSERT INTO task_session_turns (id, task_session_id) SELECT 'quiet-' || n, 'quiet-' || n FROM generate_series(1, ${quiet}::int) n`;
    await tx`
      INSERT INTO task_session_messages (id, task_session_id, task_id, turn_id, content)
      SELECT 'quiet-' || n, 'quiet-' || n, 'quiet-' || n, 'quiet-' || n, 'working on it' FROM generate_series(1, ${quiet}::int) n`;
  });
  await sql`INSERT INTO workspaces (id, name, owner_id) VALUES ('bench', 'bench', ${person.userId})`;
  await sql`UPDATE tasks SET workspace_id = 'bench'`;
  await sql`VACUUM ANALYZE`;
  await sql.end();
}
