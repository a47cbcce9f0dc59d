import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { tasks } from "@/db/schema/workspaces";
import { visibleTask } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { decodeCursor, encodeCursor } from "@/lib/cursor";
import { blockedTasks, pendingActions } from "@/lib/sessions/pending-actions";
import type { TaskView } from "@/lib/views";
import { taskColumns, taskRows, taskView } from "./task-view";

export interface ListTasks {
  /** Absent or '': every workspace the caller sees. */
  readonly workspaceId?: string | undefined;
  /** Absent or '': whatever board a task stands on. */
  readonly workflowId?: string | undefined;
  /** Only tasks that wait for a person: those whose `task_pending_action` is not null. */
  readonly pendingOnly?: boolean | undefined;
  /** Archived tasks, too. */
  readonly includeArchived?: boolean | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Tasks a page: default 100, below 1 the default, above 200 taken as 200. */
  readonly limit?: number | undefined;
}

export interface TaskPage {
  readonly tasks: readonly TaskView[];
  /** Of all that match, on whatever page. */
  readonly total: number;
  /** '' when nothing follows. */
  readonly next_cursor: string;
}

const idRows = z.array(z.object({ id: z.string() }));
const totals = z.tuple([z.object({ total: z.number() })]);
const columns = sql.join(
  Object.entries(taskColumns).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`),
  sql`, `,
);

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 200;

/**
 * The tasks the caller may see, newest first (T1, T2). Everything that decides whether a task is listed is a predicate of
 * the query, so a page is only short when nothing more exists.
 */
export async function listTasks(ctx: Context, input: ListTasks): Promise<TaskPage> {
  const { db } = ctx.app;
  const limit = pageSize(input.limit);
  const source = input.pendingOnly === true ? await readBlocked(ctx) : sql`${tasks}`;
  const matching = sql.join(filters(ctx, input), sql` AND `);
  const [rows, [{ total }]] = await Promise.all([
    db
      .execute(
        sql`
        SELECT ${columns} FROM ${source} WHERE ${matching} AND ${after(input.cursor)}
        ORDER BY ${tasks.createdAt} DESC, ${tasks.id} LIMIT ${sql.raw(String(limit + 1))}`,
      )
      .then((found) => taskRows.parse([...found])),
    db
      .execute(sql`SELECT count(*)::int AS total FROM ${source} WHERE ${matching}`)
      .then((found) => totals.parse([...found])),
  ]);
  const page = rows.slice(0, limit);
  const pending = await pendingActions(
    db,
    page.map((row) => row.id),
  );
  const listed = page.map((row) => taskView(row, pending(row.id)));
  const last = listed.at(-1);
  return {
    tasks: listed,
    total,
    next_cursor:
      rows.length > limit && last !== undefined
        ? encodeCursor({ createdAt: last.created_at, id: last.id })
        : "",
  };
}

/** Source: the tasks that are blocked now. There are few: each is looked up, which OFFSET 0 insists on, and no other is read. */
async function readBlocked({ app }: Context): Promise<SQL> {
  const blocked = idRows.parse([...(await app.db.execute(blockedTasks))]);
  const ids = sql.param(blocked.map(({ id }) => id));
  return sql`unnest(${ids}::text[]) AS blocked (blocked_id)
    CROSS JOIN LATERAL (SELECT * FROM ${tasks} WHERE ${tasks.id} = blocked_id OFFSET 0) AS ${tasks}`;
}

const filters = (ctx: Context, input: ListTasks): SQL[] => [
  visibleTask(ctx.actor),
  ...(input.includeArchived === true ? [] : [sql`${tasks.archivedAt} IS NULL`]),
  ...(input.workspaceId ? [sql`${tasks.workspaceId} = ${input.workspaceId}`] : []),
  ...(input.workflowId ? [sql`${tasks.workflowId} = ${input.workflowId}`] : []),
];

/** Strictly after the cursor's task, in the order of the list. */
function after(cursor: string | undefined): SQL {
  if (!cursor) return sql`true`;
  const { createdAt, id } = decodeCursor(cursor);
  const at = sql`${createdAt}::timestamptz`;
  return sql`${tasks.createdAt} <= ${at} AND (${tasks.createdAt} < ${at} OR ${tasks.id} > ${id})`;
}

function pageSize(limit: number | undefined): number {
  const whole = Math.trunc(limit ?? 0);
  return whole < 1 ? DEFAULT_LIMIT : Math.min(whole, MAX_LIMIT);
}
