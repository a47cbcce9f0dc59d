import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { taskSessions } from "@/db/schema/sessions";
import { notFound } from "@/lib/errors";
import { findPrimarySession } from "./primary-session";

/** The named session of a task, else its primary one. Throws not_found when it is another task's, or there is none. */
export async function taskSession(
  db: Database,
  input: { readonly taskId: string; readonly sessionId?: string | undefined },
): Promise<string> {
  if (!input.sessionId) {
    const primary = await findPrimarySession(db, input.taskId);
    if (primary === undefined) throw notFound("session");
    return primary;
  }
  const [session] = await db
    .select({ id: taskSessions.id })
    .from(taskSessions)
    .where(and(eq(taskSessions.id, input.sessionId), eq(taskSessions.taskId, input.taskId)));
  if (session === undefined) throw notFound("session");
  return session.id;
}
