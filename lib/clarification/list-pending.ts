import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { taskSessionMessages } from "@/db/schema/sessions";
import { tasks } from "@/db/schema/workspaces";
import { visibleTask } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { decodeCursor, encodeCursor } from "@/lib/cursor";
import { validationError } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { questionIndex } from "@/lib/messages/message-view";
import { isRfc3339, toRfc3339 } from "@/lib/time";
import type { BundleView } from "@/lib/views";
import { bundleTask } from "./bundle-task";
import { readQuestion } from "./question";

export interface ListPending {
  /** Only bundles of tasks in this workspace; '' is absent (L7a). */
  readonly workspaceId?: string | undefined;
  /** RFC 3339; only bundles created then or later (L8). '' is absent. */
  readonly createdSince?: string | undefined;
  readonly cursor?: string | undefined;
  /** Bundles a page: default 50, below 1 the default, above 200 taken as 200 (L10). */
  readonly limit?: number | undefined;
}

export interface PendingPage {
  readonly bundles: readonly BundleView[];
  readonly count: number;
  /** '' when nothing follows. */
  readonly next_cursor: string;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

const pageRows = z.array(
  z.object({
    pending_id: z.string(),
    session_id: z.string(),
    task_id: z.string(),
    created_at: z.string(),
    age: z.number(),
  }),
);

/**
 * Every active bundle that the caller may answer, oldest first (L1 to L16). The candidates narrow the search and give
 * the order; whether a bundle is listed is decided by the shared activeness rule and the shared visibility rule, both
 * predicates of this one query, so a page is only short when nothing more exists (L1a).
 *
 * It costs what its page costs: PostgreSQL walks the candidates in order and stops at the limit, because OFFSET 0 keeps
 * both laterals look-ups for one candidate and the limit, written out, is known to the plan that it keeps.
 */
export async function listPending(ctx: Context, input: ListPending): Promise<PendingPage> {
  const limit = pageSize(input.limit);
  const rows = pageRows.parse([
    ...(await ctx.app.db.execute(sql`
      SELECT c.pending_id, c.task_session_id AS session_id, task.id AS task_id, c.created_at,
        greatest(0, floor(extract(epoch FROM statement_timestamp() - c.created_at)))::float8 AS age
      FROM clarification_candidates c
      CROSS JOIN LATERAL (
        SELECT ${tasks.id} FROM ${tasks} WHERE ${sql.join(taskFilters(ctx, input), sql` AND `)} OFFSET 0
      ) task
      CROSS JOIN LATERAL (SELECT WHERE ${isListed} OFFSET 0) listed
      WHERE ${sql.join(rangeFilters(input), sql` AND `)}
      ORDER BY c.created_at, c.pending_id
      LIMIT ${sql.raw(String(limit + 1))}`)),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const questions = await readQuestions(
    ctx,
    page.map((row) => row.pending_id),
  );
  return {
    bundles: page.map((row) => ({
      pending_id: row.pending_id,
      task_id: row.task_id,
      session_id: row.session_id,
      created_at: toRfc3339(row.created_at),
      age_seconds: row.age,
      ...questions(row.pending_id),
    })),
    count: page.length,
    next_cursor:
      rows.length > limit && last !== undefined
        ? encodeCursor({ createdAt: toRfc3339(last.created_at), id: last.pending_id })
        : "",
  };
}

const bundleTaskOfCandidate = bundleTask(
  sql`c.pending_id`,
  sql`(SELECT s.task_id FROM task_sessions s WHERE s.id = c.task_session_id)`,
);

const taskFilters = (ctx: Context, input: ListPending): SQL[] => [
  sql`${tasks.id} = ${bundleTaskOfCandidate}`,
  visibleTask(ctx.actor),
  ...(input.workspaceId ? [sql`${tasks.workspaceId} = ${input.workspaceId}`] : []),
];

/** Active, and neither a bundle that nobody can settle (L16) nor one that only a parent agent may answer. */
const isListed = sql`
  EXISTS (
    SELECT 1 FROM active_clarification_messages a
    WHERE a.pending_id = c.pending_id AND a.task_session_id = c.task_session_id)
  AND NOT EXISTS (
    SELECT 1 FROM task_session_messages m
    WHERE m.pending_id = c.pending_id AND m.type = 'clarification_request'
      AND (jsonb_typeof(m.metadata -> 'question_id') IS DISTINCT FROM 'string' OR m.metadata ->> 'question_id' = ''
        OR m.metadata -> 'parent_question' = 'true'::jsonb))`;

function rangeFilters(input: ListPending): SQL[] {
  const position = input.cursor ? decodeCursor(input.cursor) : undefined;
  if (input.createdSince && !isRfc3339(input.createdSince))
    throw validationError("created_since must be an RFC 3339 time such as 2026-01-31T09:30:00Z");
  return [
    sql`true`,
    ...(input.createdSince ? [sql`c.created_at >= ${input.createdSince}::timestamptz`] : []),
    ...(position
      ? [sql`(c.created_at, c.pending_id) > (${position.createdAt}::timestamptz, ${position.id})`]
      : []),
  ];
}

function pageSize(limit: number | undefined): number {
  const whole = Math.trunc(limit ?? 0);
  return whole < 1 ? DEFAULT_LIMIT : Math.min(whole, MAX_LIMIT);
}

type Questions = Pick<BundleView, "context" | "questions">;

/** The questions and context of a page's bundles, in one query, in D2 order. */
async function readQuestions(
  ctx: Context,
  pendingIds: readonly string[],
): Promise<(pendingId: string) => Questions> {
  if (pendingIds.length === 0) return () => ({ context: "", questions: [] });
  const rows = await ctx.app.db
    .select({ pendingId: taskSessionMessages.pendingId, metadata: taskSessionMessages.metadata })
    .from(taskSessionMessages)
    .where(
      sql`${taskSessionMessages.pendingId} = ANY (${sql.param([...pendingIds])}::text[]) AND ${taskSessionMessages.type} = 'clarification_request'`,
    )
    .orderBy(questionIndex, taskSessionMessages.createdAt, taskSessionMessages.id);
  const byBundle = groupBy(rows, (row) => row.pendingId);
  return (pendingId) => {
    const questions = (byBundle.get(pendingId) ?? []).map((row) => readQuestion(row.metadata));
    return {
      context: questions.find((question) => question.context !== "")?.context ?? "",
      questions: questions.map((question) => question.view),
    };
  };
}
