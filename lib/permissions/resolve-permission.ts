import { sql } from "drizzle-orm";
import { z } from "zod";
import { seesTask } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { callServer } from "@/lib/servers/call-server";
import type { PermissionResolutionView } from "@/lib/views";
import { deciderOf } from "./audit";
import { explainGone } from "./explain-gone";
import { permissionError } from "./permission-error";
import { type Decision, resolveLiveVerb } from "./resolve-live";

export interface PermissionIdentity {
  readonly taskId: string;
  readonly sessionId: string;
  readonly requestId: string;
  readonly pendingId: string;
}

const ownerRows = z.array(z.object({ server_id: z.string().nullable() }));

/**
 * Decides one live permission prompt with one of its own options, or cancels it; the one operation behind REST and MCP. It
 * authorizes the task and session before it looks for anything live, never starts an agent (PR23), and goes through the server
 * that holds the prompt. Throws the eight stable codes, and internal_error when that server does not say what came of it.
 */
export async function resolvePermission(
  ctx: Context,
  input: PermissionIdentity & { readonly decision: Decision["decision"] },
): Promise<PermissionResolutionView> {
  const [session] = ownerRows.parse([
    ...(await ctx.app.db.execute(sql`
      SELECT (
        SELECT l.server_id FROM live_permissions l JOIN living_servers a ON a.id = l.server_id
        WHERE l.request_id = ${input.requestId} AND l.task_session_id = s.id) AS server_id
      FROM task_sessions s
      WHERE s.id = ${input.sessionId} AND s.task_id = ${input.taskId} AND ${seesTask(ctx.actor, input.taskId)}`)),
  ]);
  if (session === undefined) throw permissionError("task_or_session_not_found");
  const decision: Decision = {
    task_id: input.taskId,
    session_id: input.sessionId,
    request_id: input.requestId,
    pending_id: input.pendingId,
    decision: input.decision,
    decider: deciderOf(ctx),
  };
  if (session.server_id === null) return explainGone(ctx.app, decision);
  try {
    return await callServer(ctx.app, session.server_id, resolveLiveVerb, decision);
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable")
      throw permissionError(
        "permission_delivery_failed",
        "the server that runs this agent does not answer; nothing was sent",
      );
    throw error;
  }
}
