import { describe, expect, it } from "vitest";
import type { BoardColumnView, TaskListItemView } from "@/lib/views";
import { moved, neighbour, nextCard, placeOf } from "./columns";

const task = (id: string): TaskListItemView => ({
  id,
  workspace_id: "",
  workspace_name: "",
  title: id,
  description: "",
  state: "",
  workflow_id: "w",
  workflow_step_id: null,
  parent_id: "",
  autopilot: false,
  archived_at: null,
  created_at: "",
  updated_at: "",
  task_pending_action: null,
  primary_session_pending_action: null,
  blocked_since: "",
  blocked_on: "",
});
const column = (id: string | null, ...tasks: string[]): BoardColumnView => ({
  step:
    id === null
      ? null
      : {
          id,
          workflow_id: "w",
          name: id,
          color: "",
          position: 0,
          on_turn_complete: "stay",
          move_to_step_id: null,
        },
  tasks: tasks.map(task),
  total: tasks.length,
});
const board = [column(null, "loose"), column("a", "a1", "a2", "a3"), column("b"), column("c", "c1")];
const ids = (columns: readonly BoardColumnView[]) =>
  columns.map(({ tasks }) => tasks.map(({ id }) => id).join(" "));

describe("a move on the board", () => {
  it.each([
    [{ taskId: "a1", stepId: "b", beforeTaskId: null }, ["loose", "a2 a3", "a1", "c1"]],
    [{ taskId: "a3", stepId: "a", beforeTaskId: "a1" }, ["loose", "a3 a1 a2", "", "c1"]],
    [{ taskId: "loose", stepId: "c", beforeTaskId: "c1" }, ["", "a1 a2 a3", "", "loose c1"]],
    [{ taskId: "a2", stepId: "c", beforeTaskId: "gone" }, ["loose", "a1 a3", "", "c1 a2"]],
    [{ taskId: "gone", stepId: "c", beforeTaskId: null }, ids(board)],
    [{ taskId: "a1", stepId: "gone", beforeTaskId: null }, ids(board)],
  ])("%j puts every task in one place and counts it there", (move, expected) => {
    const after = moved(board, move);
    expect(ids(after)).toEqual(expected);
    expect(after.map(({ total }) => total)).toEqual(after.map(({ tasks }) => tasks.length));
  });

  it("is taken back by the place that the task had before", () => {
    for (const id of ["a1", "a2", "a3", "c1"]) {
      const before = placeOf(board, id);
      if (before === undefined) throw new Error("no place");
      expect(
        ids(moved(moved(board, { taskId: id, stepId: "b", beforeTaskId: null }), { taskId: id, ...before })),
      ).toEqual(ids(board));
    }
    expect(placeOf(board, "loose")).toBeUndefined();
  });
});

describe("the keys", () => {
  it("move a card by one place, and nowhere at the edges", () => {
    expect(neighbour(board, "a2", "up")).toEqual({ stepId: "a", beforeTaskId: "a1" });
    expect(neighbour(board, "a2", "down")).toEqual({ stepId: "a", beforeTaskId: null });
    expect(neighbour(board, "a1", "down")).toEqual({ stepId: "a", beforeTaskId: "a3" });
    expect(neighbour(board, "a1", "right")).toEqual({ stepId: "b", beforeTaskId: null });
    expect(neighbour(board, "loose", "right")).toEqual({ stepId: "a", beforeTaskId: null });
    for (const [id, direction] of [
      ["a1", "up"],
      ["a3", "down"],
      ["a1", "left"],
      ["c1", "right"],
      ["loose", "up"],
      ["loose", "down"],
    ] as const)
      expect(neighbour(board, id, direction), `${id} ${direction}`).toBeUndefined();
  });

  it("go to the card beside, over columns that have none", () => {
    expect(nextCard(board, "a3", "right")).toBe("c1");
    expect(nextCard(board, "c1", "left")).toBe("a1");
    expect(nextCard(board, "a2", "up")).toBe("a1");
    expect(nextCard(board, "a1", "left")).toBe("loose");
    expect(nextCard(board, "c1", "right")).toBeUndefined();
  });
});
