import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { toRfc3339 } from "@/lib/time";
import type { OpenPermissionView } from "@/lib/views";
import { actionView, permissionRow } from "./permission-row";

const rows = z.array(
  z.object({
    task_id: z.string(),
    session_id: z.string(),
    title: z.string(),
    created_at: z.string(),
    metadata: permissionRow,
  }),
);

/**
 * The prompts that living servers hold, oldest first, as the transcript has them: a page need not ask those servers. Whoever
 * decides one does. `of` is a predicate on the session `s`.
 */
export async function readOpenPermissions(db: Database, of: SQL): Promise<readonly OpenPermissionView[]> {
  const found = rows.parse([
    ...(await db.execute(sql`
      SELECT s.task_id, m.task_session_id AS session_id, m.content AS title, m.created_at, m.metadata
      FROM live_permissions l
      JOIN living_servers a ON a.id = l.server_id
      JOIN task_session_messages m ON m.id = l.message_id
      JOIN task_sessions s ON s.id = m.task_session_id
      WHERE ${of} AND COALESCE(m.metadata ->> 'status', '') IN ('', 'pending')
      ORDER BY m.created_at, l.request_id`)),
  ]);
  return found.map(({ metadata, created_at, ...row }) => ({
    ...row,
    request_id: metadata.request_id,
    pending_id: metadata.pending_id,
    tool_call_id: metadata.tool_call_id,
    action: actionView(metadata.action_details),
    options: metadata.options,
    created_at: toRfc3339(created_at),
    status: "pending",
    deciding: metadata.permission_resolution !== undefined,
  }));
}
