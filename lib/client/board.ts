import { deleteJson, patchJson, postJson } from "./http";

const task = (id: string) => `/api/v1/tasks/${encodeURIComponent(id)}`;
const workflow = (id: string) => `/api/v1/workflows/${encodeURIComponent(id)}`;
const step = (id: string) => `/api/v1/workflow-steps/${encodeURIComponent(id)}`;

export interface StepChange {
  readonly name?: string;
  readonly on_turn_complete?: "stay" | "move_to_next" | "move_to_step";
  readonly move_to_step_id?: string | null;
}

/** Puts a task on a step, before another one or (null) behind all of them. */
export const moveTask = (id: string, stepId: string, beforeTaskId: string | null) =>
  postJson(
    `${task(id)}/move`,
    { workflow_step_id: stepId, ...(beforeTaskId !== null && { before_task_id: beforeTaskId }) },
    ({ anything }) => anything,
  );

/** Takes a task off the lists and the board, or brings it back. */
export const archiveTask = (id: string, archived: boolean) =>
  postJson(`${task(id)}/archive`, { archived }, ({ anything }) => anything);

export const createWorkflow = (workspaceId: string, name: string) =>
  postJson(
    `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/workflows`,
    { name },
    ({ created }) => created,
  );
export const renameWorkflow = (id: string, name: string) =>
  patchJson(workflow(id), { name }, ({ anything }) => anything);
export const deleteWorkflow = (id: string) => deleteJson(workflow(id), ({ anything }) => anything);

export const createStep = (workflowId: string, change: StepChange & { readonly name: string }) =>
  postJson(`${workflow(workflowId)}/steps`, change, ({ created }) => created);
export const updateStep = (id: string, change: StepChange) =>
  patchJson(step(id), change, ({ anything }) => anything);
export const deleteStep = (id: string) => deleteJson(step(id), ({ anything }) => anything);
export const orderSteps = (workflowId: string, stepIds: readonly string[]) =>
  postJson(`${workflow(workflowId)}/steps/order`, { step_ids: stepIds }, ({ anything }) => anything);
