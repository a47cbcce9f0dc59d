import type { BoardColumnView, TaskListItemView } from "@/lib/views";

/** Where a task is put: on a step, before another task of it or (null) behind all of them. */
export interface Place {
  readonly stepId: string;
  readonly beforeTaskId: string | null;
}

export interface Move extends Place {
  readonly taskId: string;
}

export type Direction = "up" | "down" | "left" | "right";

/** The columns after a move; unchanged when the task or the step is not there. */
export function moved(columns: readonly BoardColumnView[], move: Move): readonly BoardColumnView[] {
  const task = findTask(columns, move.taskId);
  if (task === undefined || !columns.some(({ step }) => step?.id === move.stepId)) return columns;
  return columns.map((column) => {
    const others = column.tasks.filter(({ id }) => id !== move.taskId);
    const left = others.length < column.tasks.length ? 1 : 0;
    if (column.step?.id !== move.stepId) return { ...column, tasks: others, total: column.total - left };
    const index = others.findIndex(({ id }) => id === move.beforeTaskId);
    const at = index < 0 ? others.length : index;
    return {
      ...column,
      tasks: [...others.slice(0, at), task, ...others.slice(at)],
      total: column.total - left + 1,
    };
  });
}

/** Where a task stands now; undefined for one that is on no step. */
export function placeOf(columns: readonly BoardColumnView[], taskId: string): Place | undefined {
  const column = columnOf(columns, taskId);
  if (column === undefined || column.step === null) return undefined;
  const index = column.tasks.findIndex(({ id }) => id === taskId);
  return { stepId: column.step.id, beforeTaskId: column.tasks[index + 1]?.id ?? null };
}

/** One position up or down in its column, or the end of the next column; undefined where there is none. */
export function neighbour(
  columns: readonly BoardColumnView[],
  taskId: string,
  direction: Direction,
): Place | undefined {
  const column = columnOf(columns, taskId);
  if (column === undefined) return undefined;
  if (direction === "left" || direction === "right") {
    const step = columns[columns.indexOf(column) + (direction === "left" ? -1 : 1)]?.step;
    return step === undefined || step === null ? undefined : { stepId: step.id, beforeTaskId: null };
  }
  if (column.step === null) return undefined;
  const index = column.tasks.findIndex(({ id }) => id === taskId);
  if (direction === "up") {
    const above = column.tasks[index - 1];
    return above === undefined ? undefined : { stepId: column.step.id, beforeTaskId: above.id };
  }
  if (index === column.tasks.length - 1) return undefined;
  return { stepId: column.step.id, beforeTaskId: column.tasks[index + 2]?.id ?? null };
}

/** The task whose card is next in a direction: the same height in the next column that has one. */
export function nextCard(
  columns: readonly BoardColumnView[],
  taskId: string,
  direction: Direction,
): string | undefined {
  const column = columnOf(columns, taskId);
  if (column === undefined) return undefined;
  const index = column.tasks.findIndex(({ id }) => id === taskId);
  if (direction === "up" || direction === "down") {
    return column.tasks[index + (direction === "up" ? -1 : 1)]?.id;
  }
  const at = columns.indexOf(column);
  const beside = direction === "left" ? columns.slice(0, at).reverse() : columns.slice(at + 1);
  const tasks = beside.find(({ tasks }) => tasks.length > 0)?.tasks ?? [];
  return tasks[Math.min(index, tasks.length - 1)]?.id;
}

const columnOf = (columns: readonly BoardColumnView[], taskId: string): BoardColumnView | undefined =>
  columns.find(({ tasks }) => tasks.some(({ id }) => id === taskId));

const findTask = (columns: readonly BoardColumnView[], taskId: string): TaskListItemView | undefined =>
  columns.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId);
