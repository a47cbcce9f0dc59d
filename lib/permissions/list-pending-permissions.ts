import { sql } from "drizzle-orm";
import { z } from "zod";
import { seesTask } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { callServer } from "@/lib/servers/call-server";
import type { PermissionView } from "@/lib/views";
import { listLiveVerb } from "./list-live";
import { permissionError } from "./permission-error";

const sessionRows = z.array(z.object({ id: z.string().nullable(), server_id: z.string().nullable() }));

/**
 * The live permission prompts of a task, or of one session of it, oldest first (PR1, PR10), wherever their agents run. Throws
 * task_or_session_not_found before anything live is looked at (PR11), and internal_error, naming the session, when a server
 * that holds prompts does not tell: the list is never silently shorter (PR17).
 */
export async function listPendingPermissions(
  ctx: Context,
  input: { readonly taskId: string; readonly sessionId?: string | undefined },
): Promise<{ task_id: string; permissions: PermissionView[]; total: number }> {
  const { app, actor } = ctx;
  const rows = sessionRows.parse([
    ...(await app.db.execute(sql`
      SELECT s.id, l.server_id FROM tasks t
      LEFT JOIN task_sessions s ON s.task_id = t.id
      LEFT JOIN (
        SELECT DISTINCT p.task_session_id, p.server_id FROM live_permissions p JOIN living_servers a ON a.id = p.server_id
      ) l ON l.task_session_id = s.id
      WHERE t.id = ${input.taskId} AND ${seesTask(actor, input.taskId)}
        AND (${input.sessionId ?? null}::text IS NULL OR s.id = ${input.sessionId ?? null})`)),
  ]);
  if (rows.length === 0) throw permissionError("task_or_session_not_found");
  const holders = groupBy(
    rows.flatMap(({ id, server_id }) => (id === null || server_id === null ? [] : [{ id, server_id }])),
    ({ server_id }) => server_id,
  );
  const lists = await Promise.all(
    [...holders].map(([serverId, sessions]) =>
      ask(
        ctx,
        serverId,
        sessions.map(({ id }) => id),
      ),
    ),
  );
  const permissions = lists.flat().sort(byAge);
  return { task_id: input.taskId, permissions, total: permissions.length };
}

async function ask(
  ctx: Context,
  serverId: string,
  sessionIds: readonly string[],
): Promise<readonly PermissionView[]> {
  try {
    return await callServer(ctx.app, serverId, listLiveVerb, { session_ids: [...sessionIds] });
  } catch (error) {
    ctx.app.log.error({ err: error, session_ids: sessionIds }, "permission prompts could not be listed");
    throw new AppError(
      "internal_error",
      `the permission prompts of session ${sessionIds.join(", ")} could not be listed: the server that runs its agent does not answer`,
      { cause: error },
    );
  }
}

const byAge = (a: PermissionView, b: PermissionView): number =>
  a.created_at < b.created_at
    ? -1
    : a.created_at > b.created_at
      ? 1
      : a.request_id < b.request_id
        ? -1
        : a.request_id > b.request_id
          ? 1
          : 0;
