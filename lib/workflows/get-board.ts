import { sql } from "drizzle-orm";
import { z } from "zod";
import { tasks } from "@/db/schema/workspaces";
import { visibleTask } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { pendingActions } from "@/lib/sessions/pending-actions";
import { describeTasks } from "@/lib/tasks/list-task-items";
import { taskColumns, taskRows, taskView } from "@/lib/tasks/task-view";
import type { BoardColumnView, BoardView, WorkflowStepView, WorkflowView } from "@/lib/views";
import { listWorkspaces } from "@/lib/workspaces/list-workspaces";
import { listWorkflows } from "./list-workflows";

/** As many tasks as a column shows. */
export const COLUMN_LIMIT = 100;

/**
 * The board of a workflow: its steps as columns, each with its tasks in their order. Without a workflow it is the first of the
 * workspace, without a workspace the oldest that the caller sees; null when there is none. Throws not_found.
 */
export async function getBoard(
  ctx: Context,
  input: { readonly workspaceId?: string | undefined; readonly workflowId?: string | undefined },
): Promise<BoardView | null> {
  const workspaces = await listWorkspaces(ctx);
  const workspaceId = input.workspaceId ?? workspaces[0]?.id;
  if (workspaceId === undefined) return null;
  const { workflows } = await listWorkflows(ctx, { workspaceId });
  const workflow =
    input.workflowId === undefined ? workflows[0] : workflows.find(({ id }) => id === input.workflowId);
  if (workflow === undefined) throw notFound("workflow");
  const unplaced = workflow === workflows[0];
  return { workspaces, workflows, workflow, columns: await readColumns(ctx, workflow, unplaced) };
}

const counted = z.array(z.object({ column_id: z.string(), total: z.number() }));
const columns = sql.join(
  Object.entries(taskColumns).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`),
  sql`, `,
);

/** The columns of a workflow. What stands on no workflow at all is shown by the workspace's first board, so that nothing is lost. */
async function readColumns(
  ctx: Context,
  workflow: WorkflowView,
  unplaced: boolean,
): Promise<BoardColumnView[]> {
  const found = [
    ...(await ctx.app.db.execute(sql`
      SELECT * FROM (
        SELECT ${columns}, COALESCE(p.id, '') AS column_id,
          (count(*) OVER (PARTITION BY p.id))::int AS total,
          row_number() OVER (PARTITION BY p.id ORDER BY ${tasks.position}, ${tasks.id}) AS nth
        FROM ${tasks} LEFT JOIN workflow_steps p ON p.id = ${tasks.workflowStepId} AND p.workflow_id = ${workflow.id}
        WHERE ${tasks.workspaceId} = ${workflow.workspace_id} AND ${tasks.archivedAt} IS NULL AND ${visibleTask(ctx.actor)}
          AND (${tasks.workflowId} = ${workflow.id}${unplaced ? sql` OR ${tasks.workflowId} IS NULL` : sql``})
      ) placed WHERE nth <= ${COLUMN_LIMIT} ORDER BY nth`)),
  ];
  const rows = taskRows.parse(found);
  const places = counted.parse(found);
  const pending = await pendingActions(
    ctx.app.db,
    rows.map(({ id }) => id),
  );
  const items = await describeTasks(
    ctx,
    rows.map((row) => taskView(row, pending(row.id))),
  );
  const placed = items.flatMap((task, index) => {
    const place = places[index];
    return place === undefined ? [] : [{ ...place, task }];
  });
  const byColumn = groupBy(placed, ({ column_id }) => column_id);
  const column = (step: WorkflowStepView | null): BoardColumnView => {
    const own = byColumn.get(step?.id ?? "") ?? [];
    return { step, tasks: own.map(({ task }) => task), total: own[0]?.total ?? 0 };
  };
  return [...(byColumn.has("") ? [column(null)] : []), ...workflow.steps.map(column)];
}
