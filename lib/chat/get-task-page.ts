import { asc, eq, sql } from "drizzle-orm";
import { taskSessions } from "@/db/schema/sessions";
import { workspaces } from "@/db/schema/workspaces";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { pendingActions } from "@/lib/sessions/pending-actions";
import { isTerminal } from "@/lib/sessions/state";
import { getTask } from "@/lib/tasks/get-task";
import { toRfc3339 } from "@/lib/time";
import type { SessionSummaryView, TaskPageView } from "@/lib/views";
import { readTranscript } from "./read-transcript";

export interface GetTaskPage {
  readonly taskId: string;
  /** Absent: the oldest session that is not terminal, else the newest. */
  readonly sessionId?: string | undefined;
  /** Newest rows of the transcript to read; default 200. */
  readonly limit?: number | undefined;
}

/** Everything the task page shows. Throws not_found for a task, or a session of it, that the caller cannot see. */
export async function getTaskPage(ctx: Context, input: GetTaskPage): Promise<TaskPageView> {
  const task = await getTask(ctx, { taskId: input.taskId });
  const [sessions, [workspace]] = await Promise.all([
    readSessions(ctx, task.id),
    ctx.app.db.select({ name: workspaces.name }).from(workspaces).where(eq(workspaces.id, task.workspace_id)),
  ]);
  const session =
    input.sessionId === undefined
      ? (sessions.find((candidate) => !isTerminal(candidate.state)) ?? sessions.at(-1) ?? null)
      : sessions.find((candidate) => candidate.id === input.sessionId);
  if (session === undefined) throw notFound("session");
  const transcript =
    session === null
      ? { items: [], hasEarlier: false, open: [] }
      : await readTranscript(ctx.app.db, session.id, input.limit ?? 200);
  return {
    task,
    workspace_name: workspace?.name ?? "",
    sessions,
    session,
    transcript: transcript.items,
    has_earlier: transcript.hasEarlier,
    open_questions: transcript.open,
  };
}

async function readSessions(ctx: Context, taskId: string): Promise<SessionSummaryView[]> {
  const [rows, pending] = await Promise.all([
    ctx.app.db
      .select({
        id: taskSessions.id,
        task_id: taskSessions.taskId,
        state: taskSessions.state,
        created_at: taskSessions.createdAt,
        connected_at: taskSessions.connectedAt,
        launched: sql<boolean>`${taskSessions.agentProfileId} IS NOT NULL`,
      })
      .from(taskSessions)
      .where(eq(taskSessions.taskId, taskId))
      .orderBy(asc(taskSessions.createdAt), asc(taskSessions.id)),
    pendingActions(ctx.app.db, [taskId]),
  ]);
  return rows.map(({ launched, ...row }) => ({
    ...row,
    created_at: toRfc3339(row.created_at),
    connected_at: row.connected_at === null ? "" : toRfc3339(row.connected_at),
    agent: launched ? "launched" : "external",
    pending_action: pending(taskId).bySession.get(row.id) ?? null,
  }));
}
