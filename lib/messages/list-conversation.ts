import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { taskSessionMessages } from "@/db/schema/sessions";
import type { Context } from "@/lib/context";
import { validationError } from "@/lib/errors";
import { taskSession } from "@/lib/sessions/task-session";
import { getTask } from "@/lib/tasks/get-task";
import type { MessageView } from "@/lib/views";
import { messageColumns, messageView, questionIndex } from "./message-view";

export interface ListConversation {
  readonly taskId: string;
  /** Absent: the primary one. */
  readonly sessionId?: string | undefined;
  /** Default 10, at most 100. */
  readonly limit?: number | undefined;
  /** The id of a message; the page holds those closest to it on its side. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly sort?: "asc" | "desc" | undefined;
  /** Only messages of these types. */
  readonly types?: readonly string[] | undefined;
}

export interface ConversationPage {
  readonly task_id: string;
  readonly session_id: string;
  readonly messages: readonly MessageView[];
  /** How many are on this page. */
  readonly total: number;
  readonly has_more: boolean;
  /** The id to go on from, '' for an empty page. */
  readonly cursor: string;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/**
 * A page of a task's conversation in transcript order (contract 3). Filtered before it is cut, so it is only short when nothing
 * follows. Throws not_found, validation_error.
 */
export async function listConversation(ctx: Context, input: ListConversation): Promise<ConversationPage> {
  const task = await getTask(ctx, { taskId: input.taskId });
  const limit = pageSize(input.limit);
  if (input.before && input.after) throw validationError("only one of before and after may be given");
  const sessionId = await taskSession(ctx.app.db, input);
  const sort = input.sort ?? "asc";
  // The page is cut at the end that is closest to its cursor, and then shown in the wanted order.
  const forward = input.before ? false : input.after ? true : sort === "asc";
  const from = input.before || input.after;
  const order = sql`(${taskSessionMessages.createdAt}, ${questionIndex}, ${taskSessionMessages.id})`;
  const direction = sql.raw(forward ? "ASC" : "DESC");
  const place = from === undefined || from === "" ? undefined : await placeOf(ctx, sessionId, from);
  const rows = await ctx.app.db
    .select(messageColumns)
    .from(taskSessionMessages)
    .where(
      and(
        eq(taskSessionMessages.taskSessionId, sessionId),
        input.types === undefined ? undefined : inArray(taskSessionMessages.type, [...input.types]),
        place === undefined
          ? undefined
          : sql`${order} ${sql.raw(forward ? ">" : "<")} (${place.created_at}::timestamptz, ${place.nth}::numeric, ${place.id})`,
      ),
    )
    .orderBy(
      sql`${taskSessionMessages.createdAt} ${direction}`,
      sql`${questionIndex} ${direction}`,
      sql`${taskSessionMessages.id} ${direction}`,
    )
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(messageView);
  const cursor = page.at(-1)?.id ?? "";
  return {
    task_id: task.id,
    session_id: sessionId,
    messages: forward === (sort === "asc") ? page : page.reverse(),
    total: page.length,
    has_more: rows.length > limit,
    cursor,
  };
}

const placeRows = z.array(z.object({ id: z.string(), created_at: z.string(), nth: z.string() }));

async function placeOf(ctx: Context, sessionId: string, messageId: string) {
  const [place] = placeRows.parse([
    ...(await ctx.app.db.execute(sql`
      SELECT id, created_at, (${questionIndex})::text AS nth FROM task_session_messages
      WHERE id = ${messageId} AND task_session_id = ${sessionId}`)),
  ]);
  if (place === undefined) throw validationError("before and after must be ids of messages of this session");
  return place;
}

function pageSize(limit: number | undefined): number {
  if (limit !== undefined && limit < 0) throw validationError("limit must not be negative");
  const whole = Math.trunc(limit ?? 0);
  return whole < 1 ? DEFAULT_LIMIT : Math.min(whole, MAX_LIMIT);
}
