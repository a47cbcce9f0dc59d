import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { inboxSnoozes } from "@/db/schema/workspaces";
import { seesTask } from "@/lib/auth/access";
import { readOpenPermissions } from "@/lib/chat/read-open-permissions";
import { listPending } from "@/lib/clarification/list-pending";
import type { Context } from "@/lib/context";
import { toRfc3339 } from "@/lib/time";
import type { InboxItemView } from "@/lib/views";
import { goneTask, inboxTasks } from "./inbox-tasks";
import { snoozer } from "./snooze-item";

/** As many questions as an inbox shows; more than anybody answers in one sitting. */
const SHOWN_QUESTIONS = 200;

const ids = z.array(z.object({ pending_id: z.string() }));

/**
 * Everything that waits for the caller, over all tasks that she may see, oldest first: what {@link listPending} lists and the
 * live permission prompts. What she has put aside is there, too, and says until when.
 */
export async function listInbox(ctx: Context): Promise<InboxItemView[]> {
  const { db } = ctx.app;
  const [{ bundles }, permissions, snoozes] = await Promise.all([
    listPending(ctx, { limit: SHOWN_QUESTIONS }),
    readOpenPermissions(db, seesTask(ctx.actor, sql`s.task_id`)),
    db
      .select({ id: inboxSnoozes.itemId, until: inboxSnoozes.until })
      .from(inboxSnoozes)
      .where(and(eq(inboxSnoozes.userId, snoozer(ctx)), gt(inboxSnoozes.until, sql`now()`))),
  ]);
  const [tasks, detached] = await Promise.all([
    inboxTasks(
      db,
      [...bundles, ...permissions].map((item) => item.task_id),
    ),
    readDetached(
      ctx,
      bundles.map(({ pending_id }) => pending_id),
    ),
  ]);
  const until = new Map(snoozes.map((row) => [row.id, toRfc3339(row.until)]));
  const common = (id: string, item: { task_id: string; session_id: string; created_at: string }) => ({
    id,
    task: tasks.get(item.task_id) ?? goneTask(item.task_id),
    session_id: item.session_id,
    created_at: item.created_at,
    snoozed_until: until.get(id) ?? "",
  });
  const items: InboxItemView[] = [
    ...bundles.map((bundle) => ({
      ...common(bundle.pending_id, bundle),
      kind: "question" as const,
      question: { ...bundle, detached: detached.has(bundle.pending_id) },
    })),
    ...permissions.map((permission) => ({
      ...common(permission.request_id, permission),
      kind: "permission" as const,
      permission,
    })),
  ];
  return items.sort((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Those of these bundles whose agent is not on the line. */
async function readDetached({ app }: Context, pendingIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = ids.parse([
    ...(await app.db.execute(sql`
      SELECT DISTINCT pending_id FROM task_session_messages
      WHERE pending_id = ANY (${sql.param([...pendingIds])}::text[]) AND type = 'clarification_request'
        AND metadata -> 'agent_disconnected' = 'true'::jsonb`)),
  ]);
  return new Set(rows.map(({ pending_id }) => pending_id));
}
