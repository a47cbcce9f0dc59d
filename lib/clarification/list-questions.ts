import { sql } from "drizzle-orm";
import { z } from "zod";
import { authorizeSession } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { decodeCursor, encodeCursor } from "@/lib/cursor";
import { toRfc3339 } from "@/lib/time";
import { findBundle } from "./bundle";
import { type QuestionStatus, questionStatus } from "./question-status";

const PAGE = 50;

const pageRows = z.array(z.object({ pending_id: z.string(), created_at: z.string(), id: z.string() }));

/** The questions that a session's agent has asked, newest first, 50 a page. Throws not_found, validation_error. */
export async function listQuestions(
  ctx: Context,
  input: { readonly sessionId: string; readonly cursor?: string | undefined },
): Promise<{ readonly questions: readonly QuestionStatus[]; readonly nextCursor: string }> {
  await authorizeSession(ctx, input.sessionId);
  const position = input.cursor ? decodeCursor(input.cursor) : undefined;
  const rows = pageRows.parse([
    ...(await ctx.app.db.execute(sql`
      SELECT m.pending_id, m.created_at, m.id FROM task_session_messages m
      WHERE m.task_session_id = ${input.sessionId} AND m.type = 'clarification_request' AND m.pending_id <> ''
        AND m.metadata -> 'parent_question' IS DISTINCT FROM 'true'::jsonb
        AND ${position === undefined ? sql`true` : sql`(m.created_at, m.id) < (${position.createdAt}::timestamptz, ${position.id})`}
        AND NOT EXISTS (
          SELECT 1 FROM task_session_messages f
          WHERE f.pending_id = m.pending_id AND f.type = m.type AND (f.created_at, f.id) < (m.created_at, m.id))
      ORDER BY m.created_at DESC, m.id DESC LIMIT ${PAGE + 1}`)),
  ]);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const bundles = await Promise.all(page.map((row) => findBundle(ctx.app.db, row.pending_id)));
  return {
    questions: bundles.flatMap((bundle) =>
      bundle?.sessionId === input.sessionId ? [questionStatus(bundle)] : [],
    ),
    nextCursor:
      rows.length > PAGE && last !== undefined
        ? encodeCursor({ createdAt: toRfc3339(last.created_at), id: last.id })
        : "",
  };
}
