import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { decidedAt, taskSessionMessages } from "@/db/schema/sessions";
import { seesTask } from "@/lib/auth/access";
import { settledQuestion } from "@/lib/chat/question-views";
import { readSettledBy } from "@/lib/chat/read-settled-by";
import { settledPermissions } from "@/lib/chat/settled-permissions";
import { findBundle } from "@/lib/clarification/bundle";
import { bundleTask } from "@/lib/clarification/bundle-task";
import type { Context } from "@/lib/context";
import { messageColumns, messageView } from "@/lib/messages/message-view";
import type { InboxDecisionView } from "@/lib/views";
import { goneTask, inboxTasks } from "./inbox-tasks";

const claimed = z.array(z.object({ pending_id: z.string() }));

/**
 * What was decided lately over all tasks that the caller may see, by whomever and from wherever, newest first. `has_earlier`
 * tells whether a larger limit would find more.
 */
export async function listHistory(
  ctx: Context,
  input: { readonly limit: number },
): Promise<{ decisions: InboxDecisionView[]; has_earlier: boolean }> {
  const wanted = input.limit + 1;
  const found = await Promise.all([readQuestions(ctx, wanted), readPermissions(ctx, wanted)]);
  const newest = found
    .flat()
    .sort((a, b) => (a.decided_at > b.decided_at ? -1 : a.decided_at < b.decided_at ? 1 : 0));
  const shown = newest.slice(0, input.limit);
  const tasks = await inboxTasks(
    ctx.app.db,
    shown.map(({ task }) => task.id),
  );
  return {
    decisions: shown.map((decision) => ({ ...decision, task: tasks.get(decision.task.id) ?? decision.task })),
    has_earlier: newest.length > input.limit,
  };
}

/** From the audit, which is in the order of the claims. */
async function readQuestions({ app, actor }: Context, limit: number): Promise<InboxDecisionView[]> {
  const rows = claimed.parse([
    ...(await app.db.execute(sql`
      SELECT a.pending_id FROM clarification_audit a JOIN task_sessions s ON s.id = a.task_session_id
      WHERE a.claimed AND ${seesTask(actor, bundleTask(sql`a.pending_id`, sql`s.task_id`))}
      ORDER BY a.id DESC LIMIT ${limit}`)),
  ]);
  const ids = rows.map(({ pending_id }) => pending_id);
  const [settledBy, bundles] = await Promise.all([
    readSettledBy(app.db, ids),
    Promise.all(ids.map((id) => findBundle(app.db, id, actor))),
  ]);
  return bundles.flatMap((bundle): InboxDecisionView[] => {
    const by = bundle && settledBy.get(bundle.pendingId);
    if (bundle === undefined || by === undefined) return [];
    return [
      {
        kind: "question",
        task: goneTask(bundle.taskId),
        decided_at: by.at,
        question: settledQuestion(bundle, by),
      },
    ];
  });
}

async function readPermissions({ app, actor }: Context, limit: number): Promise<InboxDecisionView[]> {
  const { metadata, taskSessionId, id, type } = taskSessionMessages;
  const sessionTask = sql<string>`(SELECT s.task_id FROM task_sessions s WHERE s.id = ${taskSessionId})`;
  const rows = await app.db
    .select({ ...messageColumns, task_id: sessionTask })
    .from(taskSessionMessages)
    .where(
      and(
        eq(type, sql.raw("'permission_request'")), // as the index has it
        sql`${decidedAt({ metadata })} IS NOT NULL`,
        seesTask(actor, sessionTask),
      ),
    )
    .orderBy(desc(decidedAt({ metadata })), desc(id))
    .limit(limit);
  const messages = rows.map(messageView);
  const settled = await settledPermissions(app.db, actor, messages);
  return messages.flatMap((message): InboxDecisionView[] => {
    const permission = settled.get(message.id);
    if (permission === undefined || permission.decision === null) return [];
    return [
      {
        kind: "permission",
        task: goneTask(message.task_id),
        decided_at: permission.decision.at,
        permission,
      },
    ];
  });
}
