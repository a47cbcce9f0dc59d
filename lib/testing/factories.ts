import { sql } from "drizzle-orm";
import { personalAccessTokens, users } from "@/db/schema/users";
import { taskSessionMessages, taskSessions, taskSessionTurns } from "@/db/schema/sessions";
import { tasks, workspaces } from "@/db/schema/workspaces";
import type { Database } from "@/db/client";
import { newId, newToken } from "@/lib/ids";

/** Rows as somebody else's program writes them: plain inserts, only the columns the contract pins. */

export async function insertWorkspace(
  db: Database,
  row: { id?: string; ownerId?: string } = {},
): Promise<string> {
  const id = row.id ?? newId();
  await db.insert(workspaces).values({ id, name: "Workspace", ownerId: row.ownerId ?? "" });
  return id;
}

export async function insertUser(db: Database, role = "member"): Promise<{ id: string; token: string }> {
  const id = newId();
  await db.insert(users).values({ id, email: `${id}@example.test`, name: "Someone", role });
  const { token, hash } = newToken("kandev_pat");
  await db.insert(personalAccessTokens).values({ id: newId(), userId: id, name: "test", tokenHash: hash });
  return { id, token };
}

export async function insertTask(
  db: Database,
  row: { id?: string; workspaceId?: string } = {},
): Promise<string> {
  const id = row.id ?? newId();
  await db.insert(tasks).values({ id, workspaceId: row.workspaceId ?? "", title: "Task" });
  return id;
}

interface SessionRow {
  readonly id?: string;
  readonly taskId?: string;
  readonly state?: string;
  /** Set for a session with an agent of ours. */
  readonly agentProfileId?: string;
}

export async function insertSession(db: Database, row: SessionRow = {}): Promise<string> {
  const id = row.id ?? newId();
  await db.insert(taskSessions).values({
    id,
    taskId: row.taskId ?? (await insertTask(db)),
    state: row.state ?? "running",
    agentProfileId: row.agentProfileId ?? null,
  });
  return id;
}

interface TurnRow {
  readonly sessionId: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly metadata?: Record<string, unknown>;
}

export async function insertTurn(db: Database, row: TurnRow): Promise<string> {
  const id = newId();
  await db.insert(taskSessionTurns).values({
    id,
    taskSessionId: row.sessionId,
    startedAt: row.startedAt ?? sql`clock_timestamp()`,
    completedAt: row.completedAt ?? null,
    metadata: row.metadata ?? {},
  });
  return id;
}

export interface MessageRow {
  readonly id?: string;
  readonly sessionId: string;
  readonly turnId: string | null;
  readonly taskId?: string;
  readonly type?: string;
  readonly authorType?: string;
  readonly content?: string;
  readonly createdAt?: string;
  readonly metadata: unknown;
}

export async function insertMessage(db: Database, row: MessageRow): Promise<string> {
  const id = row.id ?? newId();
  await db.insert(taskSessionMessages).values({
    id,
    taskSessionId: row.sessionId,
    taskId: row.taskId ?? "",
    turnId: row.turnId,
    authorType: row.authorType ?? "agent",
    type: row.type ?? "clarification_request",
    content: row.content ?? "",
    createdAt: row.createdAt ?? sql`clock_timestamp()`,
    metadata: row.metadata,
  });
  return id;
}

export interface QuestionRow {
  readonly question_id?: unknown;
  readonly question_index?: unknown;
  readonly status?: unknown;
  readonly question?: unknown;
  readonly context?: unknown;
  readonly [key: string]: unknown;
}

/** A question with two options `a` and `b`, as a row's `question`. */
export const twoOptions = (prompt = "Which one?") => ({
  title: "",
  prompt,
  options: [
    { option_id: "a", label: "A", description: "the first" },
    { option_id: "b", label: "B", description: "the second" },
  ],
});

interface BundleRows {
  readonly pendingId?: string;
  readonly sessionId: string;
  readonly turnId: string | null;
  readonly taskId?: string;
  /** One entry a row; defaults to a single pending question `q1`. */
  readonly questions?: readonly QuestionRow[];
  readonly createdAt?: string;
}

/** Writes a bundle and returns its `pending_id`. Keys set to undefined are left out of the metadata. */
export async function insertBundle(db: Database, bundle: BundleRows): Promise<string> {
  const pendingId = bundle.pendingId ?? newId();
  const questions = bundle.questions ?? [{}];
  for (const [index, question] of questions.entries()) {
    const id = `q${index + 1}`;
    await insertMessage(db, {
      sessionId: bundle.sessionId,
      turnId: bundle.turnId,
      ...(bundle.taskId !== undefined && { taskId: bundle.taskId }),
      ...(bundle.createdAt !== undefined && { createdAt: bundle.createdAt }),
      metadata: {
        pending_id: pendingId,
        question_id: id,
        question: { id, ...twoOptions() },
        question_index: index,
        question_total: questions.length,
        context: "",
        status: "pending",
        ...question,
      },
    });
  }
  return pendingId;
}

/** A task with a running session, an open turn and one active bundle. */
export async function insertAskedTask(
  db: Database,
  row: {
    workspaceId?: string;
    questions?: readonly QuestionRow[];
    createdAt?: string;
    agentProfileId?: string;
  } = {},
): Promise<{ taskId: string; sessionId: string; turnId: string; pendingId: string }> {
  const taskId = await insertTask(db, row);
  const sessionId = await insertSession(db, {
    taskId,
    ...(row.agentProfileId && { agentProfileId: row.agentProfileId }),
  });
  const turnId = await insertTurn(db, { sessionId });
  const pendingId = await insertBundle(db, { ...row, taskId, sessionId, turnId });
  return { taskId, sessionId, turnId, pendingId };
}
