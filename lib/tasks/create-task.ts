import { eq, sql } from "drizzle-orm";
import { workspaces } from "@/db/schema/workspaces";
import { visibleWorkspace } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound, validationError } from "@/lib/errors";
import type { TaskView } from "@/lib/views";
import { defaultWorkspace } from "@/lib/workspaces/default-workspace";
import { getTask } from "./get-task";
import { insertTask } from "./insert-task";

export interface CreateTask {
  readonly title: string;
  readonly description?: string | undefined;
  /** Absent or '': the caller's default workspace. */
  readonly workspace_id?: string | undefined;
  readonly workflow_id?: string | undefined;
  readonly workflow_step_id?: string | undefined;
  /** The task that the new one is a part of; it then belongs to that one's workspace. */
  readonly parent_id?: string | undefined;
  /** The agent asks the parent's agent instead of a person; needs a parent. */
  readonly autopilot?: boolean | undefined;
}

/** Makes a task. What the caller cannot see (workspace, workflow, step, parent) is not found. */
export async function createTask(ctx: Context, input: CreateTask): Promise<TaskView> {
  const parent = input.parent_id ? await getTask(ctx, { taskId: input.parent_id }) : undefined;
  if (parent === undefined && input.autopilot === true)
    throw validationError("autopilot: only for a task with a parent_id");
  const workspaceId = input.workspace_id || parent?.workspace_id || (await defaultWorkspace(ctx));
  if (parent !== undefined && parent.workspace_id !== workspaceId)
    throw validationError("workspace_id: must be the workspace of the parent");
  return ctx.app.db.transaction(async (tx) => {
    const [workspace] = await tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(sql`${eq(workspaces.id, workspaceId)} AND ${visibleWorkspace(ctx.actor)}`)
      .for("key share"); // not one that is being deleted
    if (workspace === undefined) throw notFound("workspace");
    return insertTask(tx, {
      title: input.title,
      description: input.description,
      workspaceId,
      workflowId: input.workflow_id,
      workflowStepId: input.workflow_step_id,
      parentId: input.parent_id,
      autopilot: input.autopilot,
    });
  });
}
