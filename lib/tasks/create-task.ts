import { eq, sql } from "drizzle-orm";
import { workspaces } from "@/db/schema/workspaces";
import { visibleWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { TaskView } from "@/lib/views";
import { defaultWorkspace } from "@/lib/workspaces/default-workspace";
import { insertTask } from "./insert-task";

export interface CreateTask {
  readonly title: string;
  readonly description?: string | undefined;
  /** Absent or '': the caller's default workspace. */
  readonly workspace_id?: string | undefined;
}

/** Makes a task. A workspace the caller cannot see is not found. */
export async function createTask(ctx: Context, input: CreateTask): Promise<TaskView> {
  const workspaceId = input.workspace_id || (await defaultWorkspace(ctx));
  return ctx.app.db.transaction(async (tx) => {
    const [workspace] = await tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(sql`${eq(workspaces.id, workspaceId)} AND ${visibleWorkspace(ctx.actor)}`);
    if (workspace === undefined) throw notFound("workspace");
    return insertTask(tx, { title: input.title, description: input.description, workspaceId });
  });
}
