import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { resolveBundle } from "@/lib/clarification/resolve-bundle";
import { endSession } from "@/lib/sessions/end-session";
import { createTask } from "@/lib/tasks/create-task";
import { getTask } from "@/lib/tasks/get-task";
import { moveTask } from "@/lib/tasks/move-task";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { choosesA } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertBundle, insertSession, insertTurn, insertWorkspace } from "@/lib/testing/factories";
import { startTurn } from "@/lib/turns/start-turn";
import type { TaskView, WorkflowView } from "@/lib/views";
import { createWorkspace } from "@/lib/workspaces/create-workspace";
import { deleteWorkspace } from "@/lib/workspaces/delete-workspace";
import { createStep } from "./create-step";
import { createWorkflow } from "./create-workflow";
import { deleteStep } from "./delete-step";
import { deleteWorkflow } from "./delete-workflow";
import { listWorkflows } from "./list-workflows";
import { reorderSteps } from "./reorder-steps";
import { updateStep } from "./update-step";

let database: TestDatabase;
let server: TestApp;
let second: TestApp;
/** What a test expects to be logged. */
let expected: RegExp | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
  second = await createTestApp(database.address);
});

afterAll(async () => {
  await server.close();
  await second.close();
  await database.drop();
});

afterEach(() => {
  const unexpected = server.logged.filter(
    (line) => expected === undefined || !expected.test(JSON.stringify(line)),
  );
  expect(unexpected).toEqual([]);
  expected = undefined;
});

const ctx = () => contextFor(server.app);

/** A new workspace with its first workflow. */
async function newBoard(): Promise<{
  workspaceId: string;
  workflow: WorkflowView;
  steps: readonly string[];
}> {
  const { id } = await createWorkspace(ctx(), { name: "Work" });
  const [workflow] = (await listWorkflows(ctx(), { workspaceId: id })).workflows;
  if (workflow === undefined) throw new Error("no workflow");
  return { workspaceId: id, workflow, steps: workflow.steps.map((step) => step.id) };
}

const newTask = (workspaceId: string, title = "Task", stepId?: string): Promise<TaskView> =>
  createTask(ctx(), { title, workspace_id: workspaceId, workflow_step_id: stepId });

/** The titles on a step, in order. */
const titlesOn = async (stepId: string | undefined): Promise<unknown[]> =>
  [
    ...(await server.app.db.execute(
      sql`SELECT title FROM tasks WHERE workflow_step_id = ${stepId ?? ""} ORDER BY position, id`,
    )),
  ].map((row) => row.title);

describe("a workspace", () => {
  test("gets its first workflow once, however many tasks and boards ask for it on two servers", async () => {
    const workspaceId = await insertWorkspace(server.app.db);
    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const at = contextFor(index % 2 === 0 ? server.app : second.app);
        if (index % 3 === 0) await listWorkflows(at, { workspaceId });
        else await createTask(at, { title: "Task", workspace_id: workspaceId });
      }),
    );
    const { workflows } = await listWorkflows(ctx(), { workspaceId });
    expect(workflows.map(({ steps }) => steps.map((step) => [step.name, step.on_turn_complete]))).toEqual([
      [
        ["Backlog", "stay"],
        ["In progress", "move_to_next"],
        ["Review", "stay"],
        ["Done", "stay"],
      ],
    ]);
    expect(await titlesOn(workflows[0]?.steps[0]?.id)).toHaveLength(16);
  });

  test("is deleted when it is empty, and kept while it has a task, also one that is made at that moment", async () => {
    const { workspaceId } = await newBoard();
    await newTask(workspaceId);
    await expect(deleteWorkspace(ctx(), { workspaceId })).rejects.toMatchObject({ code: "conflict" });
    for (let round = 0; round < 20; round += 1) {
      const other = (await newBoard()).workspaceId;
      const [made, deleted] = await Promise.allSettled([
        newTask(other),
        deleteWorkspace(contextFor(second.app), { workspaceId: other }),
      ]);
      expect([made.status, deleted.status].sort()).toEqual(["fulfilled", "rejected"]);
    }
    const loose = await server.app.db.execute(
      sql`SELECT 1 FROM tasks WHERE workspace_id <> '' AND NOT EXISTS (SELECT 1 FROM workspaces w WHERE w.id = workspace_id)`,
    );
    expect([...loose]).toEqual([]);
  });
});

describe("steps", () => {
  test("are added at the end, changed in part, and led only to a step of the same workflow", async () => {
    const { workflow, steps } = await newBoard();
    const added = await createStep(ctx(), { workflowId: workflow.id, name: "Ship", color: "green" });
    expect(added).toMatchObject({ name: "Ship", color: "green", position: 4, on_turn_complete: "stay" });
    const change = { stepId: added.id, onTurnComplete: "move_to_step" } as const;
    expect(await updateStep(ctx(), { ...change, moveToStepId: steps[0] })).toMatchObject({
      name: "Ship",
      color: "green",
      move_to_step_id: steps[0],
    });
    const foreign = (await newBoard()).steps[0];
    for (const moveToStepId of [foreign, "none", null])
      await expect(updateStep(ctx(), { ...change, moveToStepId })).rejects.toMatchObject({
        code: "validation_error",
      });
    expect(await updateStep(ctx(), { stepId: added.id, onTurnComplete: "stay" })).toMatchObject({
      move_to_step_id: null,
    });
  });

  test("are put into an order that names each of them once, and into no other", async () => {
    const { workflow, steps } = await newBoard();
    const order = [...steps].reverse();
    const reordered = await reorderSteps(ctx(), { workflowId: workflow.id, stepIds: order });
    expect(reordered.steps.map(({ id }) => id)).toEqual(order);
    const [first = "", ...rest] = order;
    for (const stepIds of [
      rest,
      [first, ...rest, first],
      [first, first, ...rest.slice(1)],
      ["none", ...rest],
      [],
    ])
      await expect(reorderSteps(ctx(), { workflowId: workflow.id, stepIds })).rejects.toMatchObject({
        code: "validation_error",
      });
  });

  test("that are deleted leave their tasks on the step before, in their order; the last one stays", async () => {
    const { workspaceId, steps } = await newBoard();
    const [one = "", two = "", three = "", four = ""] = steps;
    await newTask(workspaceId, "kept", one);
    for (const title of ["a", "b"]) await newTask(workspaceId, title, two);
    await updateStep(ctx(), { stepId: four, onTurnComplete: "move_to_step", moveToStepId: two });
    await deleteStep(ctx(), { stepId: two });
    expect(await titlesOn(one)).toEqual(["kept", "a", "b"]);
    await deleteStep(ctx(), { stepId: one });
    expect(await titlesOn(three)).toEqual(["kept", "a", "b"]);
    await deleteStep(ctx(), { stepId: three });
    await expect(deleteStep(ctx(), { stepId: four })).rejects.toMatchObject({ code: "conflict" });
    const [workflow] = (await listWorkflows(ctx(), { workspaceId })).workflows;
    expect(workflow?.steps).toMatchObject([{ id: four, on_turn_complete: "stay", move_to_step_id: null }]);
    expect(await titlesOn(four)).toEqual(["kept", "a", "b"]);
  });
});

test("a workflow that is deleted leaves its tasks to another one; of two that are deleted at once one stays", async () => {
  const { workspaceId, workflow, steps } = await newBoard();
  await newTask(workspaceId, "a", steps[2]);
  const other = await createWorkflow(ctx(), { workspaceId, name: "Other" });
  const outcomes = await Promise.allSettled(
    [workflow.id, other.id].map((workflowId, index) =>
      deleteWorkflow(contextFor(index === 0 ? server.app : second.app), { workflowId }),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [left, ...more] = (await listWorkflows(ctx(), { workspaceId })).workflows;
  expect(more).toEqual([]);
  const standing = await Promise.all((left?.steps ?? []).map(({ id }) => titlesOn(id)));
  expect(standing.flat()).toEqual(["a"]);
});

describe("moving a task", () => {
  test("puts it before another one or behind all, and a step of another workspace is not found", async () => {
    const { workspaceId, steps } = await newBoard();
    const [one = "", two = ""] = steps;
    const [a, b, c] = [
      await newTask(workspaceId, "a"),
      await newTask(workspaceId, "b"),
      await newTask(workspaceId, "c"),
    ];
    await moveTask(ctx(), { taskId: c.id, stepId: one, beforeTaskId: a.id });
    expect(await titlesOn(one)).toEqual(["c", "a", "b"]);
    await moveTask(ctx(), { taskId: c.id, stepId: one });
    expect(await titlesOn(one)).toEqual(["a", "b", "c"]);
    expect(await moveTask(ctx(), { taskId: b.id, stepId: two })).toMatchObject({ workflow_step_id: two });
    const foreign = (await newBoard()).steps[0] ?? "";
    await expect(moveTask(ctx(), { taskId: a.id, stepId: foreign })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(moveTask(ctx(), { taskId: a.id, stepId: one, beforeTaskId: b.id })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await titlesOn(one)).toEqual(["a", "c"]);
  });

  test("goes on when no number is left between two, and many at once lose no task", async () => {
    const { workspaceId, steps } = await newBoard();
    const [one = "", two = ""] = steps;
    const last = await newTask(workspaceId, "last");
    const movers = await Promise.all(
      Array.from({ length: 3 }, (_, index) => newTask(workspaceId, `m${index}`)),
    );
    for (let round = 0; round < 120; round += 1) {
      const mover = movers[round % movers.length];
      await moveTask(ctx(), { taskId: mover?.id ?? "", stepId: one, beforeTaskId: last.id });
    }
    expect(await titlesOn(one)).toEqual(["m0", "m1", "m2", "last"]);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        moveTask(contextFor(index % 2 === 0 ? server.app : second.app), {
          taskId: movers[index % 3]?.id ?? "",
          stepId: index % 4 < 2 ? one : two,
        }),
      ),
    );
    expect([...(await titlesOn(one)), ...(await titlesOn(two))].sort()).toEqual(["last", "m0", "m1", "m2"]);
  });
});

describe("the workflow guard", () => {
  /** A task on a step that lets go of it, with a session whose turn is open. */
  async function working() {
    const { workspaceId, steps } = await newBoard();
    const task = await newTask(workspaceId, "Task", steps[1]);
    const sessionId = await insertSession(server.app.db, { taskId: task.id });
    const turnId = await insertTurn(server.app.db, { sessionId });
    const stepOf = async () => {
      const { workflow_step_id } = await getTask(ctx(), { taskId: task.id });
      return steps.indexOf(workflow_step_id ?? "");
    };
    return { taskId: task.id, sessionId, turnId, steps, stepOf };
  }

  test("D4: a turn that completes moves its task on as the step says, once", async () => {
    const { sessionId, stepOf } = await working();
    await startTurn(ctx(), { sessionId });
    expect(await stepOf()).toBe(2);
    await startTurn(ctx(), { sessionId });
    expect(await stepOf()).toBe(2); // Review keeps it
  });

  test("D4: a task leads on to the step that its step names", async () => {
    const { sessionId, steps, stepOf } = await working();
    await updateStep(ctx(), {
      stepId: steps[1] ?? "",
      onTurnComplete: "move_to_step",
      moveToStepId: steps[3],
    });
    await endSession(ctx(), { sessionId, state: "completed" });
    expect(await stepOf()).toBe(3);
  });

  test.each(["failed", "cancelled"] as const)("a session that ends as %s moves nothing", async (state) => {
    const { sessionId, stepOf } = await working();
    await endSession(ctx(), { sessionId, state });
    expect(await stepOf()).toBe(1);
  });

  test.each([
    ["active", {}],
    ["detached", { agent_disconnected: true }],
  ])("D4: an %s question keeps the task, until it is answered", async (_, metadata) => {
    const { taskId, sessionId, turnId, stepOf } = await working();
    const pendingId = await insertBundle(server.app.db, { sessionId, turnId, taskId, questions: [{}] });
    await server.app.db.execute(
      sql`UPDATE task_session_messages SET metadata = metadata || ${JSON.stringify(metadata)}::jsonb WHERE pending_id = ${pendingId}`,
    );
    await endSession(ctx(), { sessionId, state: "completed" });
    expect(await stepOf()).toBe(1);

    const again = await working();
    const other = await insertBundle(server.app.db, { ...again, questions: [{}] });
    await resolveBundle(ctx(), { pendingId: other, outcome: choosesA });
    await startTurn(ctx(), { sessionId: again.sessionId });
    expect(await again.stepOf()).toBe(2);
  });

  test("D4: a question of an earlier turn keeps nothing", async () => {
    const { taskId, sessionId, turnId, stepOf } = await working();
    await insertBundle(server.app.db, { sessionId, turnId, taskId, questions: [{}] });
    await startTurn(ctx(), { sessionId });
    expect(await stepOf()).toBe(1);
    await startTurn(ctx(), { sessionId });
    expect(await stepOf()).toBe(2);
  });

  test("D4: a guard that cannot be asked lets nothing through, and the turn is completed all the same", async () => {
    const { sessionId, turnId, stepOf } = await working();
    expected = /not moved on/;
    await server.app.db.execute(sql`ALTER TABLE workflow_steps RENAME COLUMN on_turn_complete TO away`);
    try {
      await startTurn(ctx(), { sessionId });
    } finally {
      await server.app.db.execute(sql`ALTER TABLE workflow_steps RENAME COLUMN away TO on_turn_complete`);
    }
    const [turn] = await server.app.db.execute(
      sql`SELECT completed_at IS NOT NULL AS completed FROM task_session_turns WHERE id = ${turnId}`,
    );
    expect(turn).toEqual({ completed: true });
    expect(await stepOf()).toBe(1);
    expect(server.logged).toHaveLength(1);
  });
});
