import { sql } from "drizzle-orm";
import { taskSessionMessages, taskSessions } from "@/db/schema/sessions";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import { lockSession } from "@/lib/sessions/lock-session";
import { markIdle } from "@/lib/sessions/set-session-state";
import type { SessionSurface } from "@/lib/sessions/surface";
import { getTask } from "@/lib/tasks/get-task";
import { failStart } from "./fail-start";
import { findProfile } from "./profile";
import { runNext } from "./run-next";
import { AgentStartError, ensureAgent } from "./start-agent";

/**
 * Makes a session and starts an agent of ours in it, in the background: with `prompt` as its first turn, or waiting for a
 * message without one. What goes wrong is said in the session. Throws not_found for an unknown task or profile.
 */
export async function launchAgent(
  ctx: Context,
  input: {
    readonly taskId: string;
    readonly profileId: string;
    readonly prompt: string;
    readonly surface: SessionSurface;
  },
): Promise<{ id: string; task_id: string; state: string }> {
  const { app } = ctx;
  const task = await getTask(ctx, { taskId: input.taskId });
  const profile = await findProfile(app, input.profileId);
  if (profile === undefined) throw notFound("agent profile");
  const session = { id: newId(), task_id: task.id, state: "starting" };
  await app.db.transaction(async (tx) => {
    await tx.insert(taskSessions).values({
      id: session.id,
      taskId: task.id,
      state: session.state,
      surface: input.surface,
      agentProfileId: profile.id,
      connectedAt: sql`clock_timestamp()`,
    });
    if (input.prompt !== "")
      await tx.insert(taskSessionMessages).values({
        id: newId(),
        taskSessionId: session.id,
        taskId: task.id,
        authorType: "user",
        content: input.prompt,
        createdAt: sql`clock_timestamp()`,
        updatedAt: sql`clock_timestamp()`,
      });
    await notify(
      tx,
      { name: "session.state_changed", session_id: session.id, task_id: task.id, state: session.state },
      { name: "task.updated", task_id: task.id },
    );
  });
  if (input.prompt === "") void startIdle(ctx, session.id);
  else void runNext(app, session.id);
  return session;
}

async function startIdle({ app }: Context, sessionId: string): Promise<void> {
  try {
    await app.agents.changes.run(sessionId, () => ensureAgent(app, sessionId));
    await app.db.transaction(async (tx) => {
      const { id, taskId, terminal } = await lockSession(tx, sessionId);
      if (!terminal) await notify(tx, ...(await markIdle(tx, id, taskId)));
    });
  } catch (error) {
    if (error instanceof AgentStartError) await failStart(app, sessionId, error);
    else app.log.error({ err: error, session_id: sessionId }, "an agent could not be started");
  }
}
