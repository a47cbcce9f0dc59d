import { asc, eq } from "drizzle-orm";
import { taskSessions } from "@/db/schema/sessions";
import type { Context } from "@/lib/context";
import { getTask } from "@/lib/tasks/get-task";
import { toRfc3339 } from "@/lib/time";
import type { SessionView } from "@/lib/views";

/** A task's sessions, oldest first. Throws not_found. */
export async function listSessions(
  ctx: Context,
  input: { readonly taskId: string },
): Promise<{ sessions: SessionView[]; total: number }> {
  await getTask(ctx, input);
  const rows = await ctx.app.db
    .select({
      id: taskSessions.id,
      task_id: taskSessions.taskId,
      state: taskSessions.state,
      created_at: taskSessions.createdAt,
    })
    .from(taskSessions)
    .where(eq(taskSessions.taskId, input.taskId))
    .orderBy(asc(taskSessions.createdAt), asc(taskSessions.id));
  const sessions = rows.map((row) => ({ ...row, created_at: toRfc3339(row.created_at) }));
  return { sessions, total: sessions.length };
}
