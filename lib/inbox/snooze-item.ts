import { and, eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { inboxSnoozes } from "@/db/schema/workspaces";
import { seesTask } from "@/lib/auth/access";
import { findBundle } from "@/lib/clarification/bundle";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { toRfc3339 } from "@/lib/time";

/** Whose inbox it is; '' for the single user of a server without accounts. */
export const snoozer = ({ actor }: Context): string => (actor.kind === "user" ? actor.userId : "");

const untilRows = z.array(z.object({ until: z.string() }));

/**
 * "Not now": puts something that waits aside in the caller's own inbox, for so many minutes; 0 brings it back. It decides
 * nothing and nobody else sees it. Throws not_found for what does not wait for the caller.
 */
export async function snoozeItem(
  ctx: Context,
  input: { readonly itemId: string; readonly minutes: number },
): Promise<{ id: string; snoozed_until: string }> {
  const { db } = ctx.app;
  const own = and(eq(inboxSnoozes.userId, snoozer(ctx)), eq(inboxSnoozes.itemId, input.itemId));
  if (!(await waits(ctx, input.itemId))) throw notFound("inbox item");
  if (input.minutes === 0) {
    await db.delete(inboxSnoozes).where(own);
    return { id: input.itemId, snoozed_until: "" };
  }
  const [row] = untilRows.parse([
    ...(await db.execute(sql`
      INSERT INTO inbox_snoozes (user_id, item_id, until)
      VALUES (${snoozer(ctx)}, ${input.itemId}, now() + ${input.minutes} * interval '1 minute')
      ON CONFLICT (user_id, item_id) DO UPDATE SET until = excluded.until RETURNING until`)),
  ]);
  // What has run out means nothing any more; nobody else cleans up.
  await db
    .delete(inboxSnoozes)
    .where(and(eq(inboxSnoozes.userId, snoozer(ctx)), lt(inboxSnoozes.until, sql`now()`)));
  return { id: input.itemId, snoozed_until: toRfc3339(row?.until ?? "") };
}

/** Whether this is an active bundle or a live prompt that the caller may decide. */
async function waits({ app, actor }: Context, id: string): Promise<boolean> {
  const [bundle, prompts] = await Promise.all([
    findBundle(app.db, id, actor),
    app.db.execute(sql`
      SELECT 1 FROM live_permissions l JOIN task_sessions s ON s.id = l.task_session_id
      WHERE l.request_id = ${id} AND ${seesTask(actor, sql`s.task_id`)}`),
  ]);
  return bundle?.active === true || prompts.length > 0;
}
