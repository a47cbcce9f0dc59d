import { asc, eq } from "drizzle-orm";
import { taskSessions } from "@/db/schema/sessions";
import { workspaces } from "@/db/schema/workspaces";
import { listProfiles } from "@/lib/agents/list-profiles";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { pendingActions } from "@/lib/sessions/pending-actions";
import { isTerminal } from "@/lib/sessions/state";
import { getTask } from "@/lib/tasks/get-task";
import { toRfc3339 } from "@/lib/time";
import type { SessionSummaryView, TaskPageView } from "@/lib/views";
import { readTranscript } from "./read-transcript";
import { readWorking } from "./read-working";

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
  const [summaries, [workspace], { agent_profiles: profiles }] = await Promise.all([
    readSessions(ctx, task.id),
    ctx.app.db.select({ name: workspaces.name }).from(workspaces).where(eq(workspaces.id, task.workspace_id)),
    listProfiles(ctx),
  ]);
  const sessions = summaries.map(({ profile_id, ...summary }) => ({
    ...summary,
    agent_name: profiles.find(({ id }) => id === profile_id)?.name ?? "",
  }));
  const session =
    input.sessionId === undefined
      ? (sessions.find((candidate) => !isTerminal(candidate.state)) ?? sessions.at(-1) ?? null)
      : sessions.find((candidate) => candidate.id === input.sessionId);
  if (session === undefined) throw notFound("session");
  const shown = session === null ? NOTHING : await readSession(ctx, session, input.limit ?? 200);
  return {
    task,
    workspace_name: workspace?.name ?? "",
    sessions,
    session,
    agent_profiles: profiles,
    ...shown,
  };
}

type Shown = Pick<
  TaskPageView,
  "transcript" | "has_earlier" | "open_questions" | "open_permissions" | "queued" | "working_since"
>;

const NOTHING: Shown = {
  transcript: [],
  has_earlier: false,
  open_questions: [],
  open_permissions: [],
  queued: [],
  working_since: "",
};

async function readSession(ctx: Context, session: SessionSummaryView, limit: number): Promise<Shown> {
  const { db } = ctx.app;
  const ours = session.agent === "launched" && !isTerminal(session.state);
  const { since, queued } = ours ? await readWorking(db, session.id) : { since: "", queued: [] };
  const transcript = await readTranscript(db, {
    sessionId: session.id,
    limit,
    reader: ctx.actor,
    except: new Set(queued.map(({ id }) => id)),
  });
  return {
    transcript: transcript.items,
    has_earlier: transcript.hasEarlier,
    open_questions: transcript.open,
    open_permissions: transcript.openPermissions,
    queued,
    working_since: since,
  };
}

type SessionRow = Omit<SessionSummaryView, "agent_name"> & { readonly profile_id: string | null };

async function readSessions(ctx: Context, taskId: string): Promise<SessionRow[]> {
  const [rows, pending] = await Promise.all([
    ctx.app.db
      .select({
        id: taskSessions.id,
        task_id: taskSessions.taskId,
        state: taskSessions.state,
        created_at: taskSessions.createdAt,
        connected_at: taskSessions.connectedAt,
        profile_id: taskSessions.agentProfileId,
      })
      .from(taskSessions)
      .where(eq(taskSessions.taskId, taskId))
      .orderBy(asc(taskSessions.createdAt), asc(taskSessions.id)),
    pendingActions(ctx.app.db, [taskId]),
  ]);
  return rows.map((row) => ({
    ...row,
    created_at: toRfc3339(row.created_at),
    connected_at: row.connected_at === null ? "" : toRfc3339(row.connected_at),
    agent: row.profile_id === null ? "external" : "launched",
    pending_action: pending(taskId).bySession.get(row.id) ?? null,
  }));
}
