import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { workspaces } from "@/db/schema/workspaces";
import type { Context } from "@/lib/context";
import { toRfc3339 } from "@/lib/time";
import type { TaskListItemView } from "@/lib/views";
import { listTasks } from "./list-tasks";

const blockedRows = z.array(z.object({ task_id: z.string(), created_at: z.string(), prompt: z.string() }));

/** The task list of the pages: blocked tasks first, the longest blocked on top, then the newest. */
export async function listTaskItems(
  ctx: Context,
  input: { readonly limit?: number } = {},
): Promise<TaskListItemView[]> {
  const { tasks } = await listTasks(ctx, { limit: input.limit ?? 200 });
  if (tasks.length === 0) return [];
  const [named, blocked] = await Promise.all([
    ctx.app.db
      .select({ id: workspaces.id, name: workspaces.name })
      .from(workspaces)
      .where(inArray(workspaces.id, [...new Set(tasks.map((task) => task.workspace_id))])),
    readBlocked(
      ctx,
      tasks.map((task) => task.id),
    ),
  ]);
  const names = new Map(named.map((workspace) => [workspace.id, workspace.name]));
  const items = tasks.map((task) => ({
    ...task,
    workspace_name: names.get(task.workspace_id) ?? "",
    blocked_since: blocked.get(task.id)?.since ?? "",
    blocked_on: blocked.get(task.id)?.on ?? "",
  }));
  const isBlocked = (item: TaskListItemView) => item.task_pending_action !== null;
  return [
    ...items.filter(isBlocked).sort((a, b) => a.blocked_since.localeCompare(b.blocked_since)),
    ...items.filter((item) => !isBlocked(item)),
  ];
}

/** The oldest open question of each task. */
async function readBlocked(
  ctx: Context,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, { since: string; on: string }>> {
  const rows = blockedRows.parse([
    ...(await ctx.app.db.execute(sql`
      SELECT DISTINCT ON (s.task_id) s.task_id, m.created_at, left(m.content, 200) AS prompt
      FROM task_sessions s
      JOIN active_clarification_messages a ON a.task_session_id = s.id
      JOIN task_session_messages m ON m.id = a.id
      WHERE s.task_id IN ${[...taskIds]}
      ORDER BY s.task_id, m.created_at, m.id`)),
  ]);
  return new Map(
    rows.map((row) => [
      row.task_id,
      { since: toRfc3339(row.created_at), on: row.prompt.split("\n")[0] ?? "" },
    ]),
  );
}
