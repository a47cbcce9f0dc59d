import { eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { tasks, workspaces } from "@/db/schema/workspaces";
import type { InboxTaskView } from "@/lib/views";

/** What the inbox says of these tasks, by id. The caller has authorized them. */
export async function inboxTasks(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InboxTaskView>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: tasks.id,
      title: tasks.title,
      workspace_id: tasks.workspaceId,
      workspace_name: workspaces.name,
    })
    .from(tasks)
    .leftJoin(workspaces, eq(workspaces.id, tasks.workspaceId))
    .where(inArray(tasks.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, { ...row, workspace_name: row.workspace_name ?? "" }]));
}

/** A task that is gone, of something that an unscoped reader sees all the same (M5a). */
export const goneTask = (id: string): InboxTaskView => ({
  id,
  title: "",
  workspace_id: "",
  workspace_name: "",
});
