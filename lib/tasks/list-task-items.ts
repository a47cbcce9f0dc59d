import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { workspaces } from "@/db/schema/workspaces";
import type { Context } from "@/lib/context";
import { toRfc3339 } from "@/lib/time";
import type { TaskListItemView, TaskView } from "@/lib/views";
import { listTasks } from "./list-tasks";

const blockedRows = z.array(z.object({ task_id: z.string(), created_at: z.string(), prompt: z.string() }));

/** The task list of the pages: blocked tasks first, the longest blocked on top, then the newest of the others. */
export async function listTaskItems(
  ctx: Context,
  input: { readonly limit?: number } = {},
): Promise<TaskListItemView[]> {
  const limit = input.limit ?? 200;
  const [{ tasks: waiting }, { tasks: newest }] = await Promise.all([
    listTasks(ctx, { limit, pendingOnly: true }),
    listTasks(ctx, { limit }),
  ]);
  const tasks = [...new Map([...waiting, ...newest].map((task) => [task.id, task])).values()].slice(0, limit);
  const items = await describeTasks(ctx, tasks);
  const isBlocked = (item: TaskListItemView) => item.task_pending_action !== null;
  return [
    ...items.filter(isBlocked).sort((a, b) => a.blocked_since.localeCompare(b.blocked_since)),
    ...items.filter((item) => !isBlocked(item)),
  ];
}

/** Tasks as the pages show them: with the name of their workspace, since when they wait, and on what. In the given order. */
export async function describeTasks(ctx: Context, tasks: readonly TaskView[]): Promise<TaskListItemView[]> {
  if (tasks.length === 0) return [];
  const [named, blocked] = await Promise.all([
    ctx.app.db
      .select({ id: workspaces.id, name: workspaces.name })
      .from(workspaces)
      .where(inArray(workspaces.id, [...new Set(tasks.map((task) => task.workspace_id))])),
    readBlocked(ctx, tasks),
  ]);
  const names = new Map(named.map((workspace) => [workspace.id, workspace.name]));
  return tasks.map((task) => ({
    ...task,
    workspace_name: names.get(task.workspace_id) ?? "",
    blocked_since: blocked.get(task.id)?.since ?? "",
    blocked_on: blocked.get(task.id)?.on ?? "",
  }));
}

/** The oldest thing of each task that waits for a person: an open question or a permission prompt. */
async function readBlocked(
  ctx: Context,
  tasks: readonly TaskView[],
): Promise<ReadonlyMap<string, { since: string; on: string }>> {
  const ids = tasks.map((task) => task.id);
  const waiting = blockedRows.parse([
    ...(await ctx.app.db.execute(sql`
      SELECT DISTINCT ON (w.task_id) w.task_id, m.created_at, left(m.content, 200) AS prompt
      FROM (
        SELECT s.task_id, a.id FROM task_sessions s
        JOIN active_clarification_messages a ON a.task_session_id = s.id WHERE s.task_id IN ${ids}
        UNION ALL
        SELECT s.task_id, l.message_id FROM task_sessions s
        JOIN live_permissions l ON l.task_session_id = s.id WHERE s.task_id IN ${ids}
      ) w JOIN task_session_messages m ON m.id = w.id AND m.metadata -> 'parent_question' IS DISTINCT FROM 'true'::jsonb
      ORDER BY w.task_id, m.created_at, m.id`)),
  ]);
  const blocked = new Map(waiting.map((row) => [row.task_id, blockedOf(row)]));
  const unheld = tasks.filter(
    ({ id, task_pending_action: action }) => action === "permission" && !blocked.has(id),
  );
  for (const row of await readUnheld(ctx, unheld)) blocked.set(row.task_id, blockedOf(row));
  return blocked;
}

/** Undecided prompts that no server holds and that count all the same (`pendingActions`): rows of other programs. */
async function readUnheld(ctx: Context, tasks: readonly TaskView[]): Promise<z.output<typeof blockedRows>> {
  if (tasks.length === 0) return [];
  return blockedRows.parse([
    ...(await ctx.app.db.execute(sql`
      SELECT DISTINCT ON (s.task_id) s.task_id, m.created_at, left(m.content, 200) AS prompt
      FROM task_sessions s
      JOIN current_turns c ON c.task_session_id = s.id AND NOT c.terminal
      JOIN task_session_messages m ON m.turn_id = c.turn_id AND m.task_session_id = s.id
      WHERE s.task_id IN ${tasks.map((task) => task.id)} AND m.type = 'permission_request'
        AND COALESCE(m.metadata ->> 'status', '') IN ('', 'pending')
      ORDER BY s.task_id, m.created_at, m.id`)),
  ]);
}

const blockedOf = (row: z.output<typeof blockedRows>[number]) => ({
  since: toRfc3339(row.created_at),
  on: row.prompt.split("\n")[0] ?? "",
});
