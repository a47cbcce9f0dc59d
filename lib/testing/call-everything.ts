import { expect } from "vitest";
import { z } from "zod";
import { choose, question, send } from "./http";
import type { ToolCaller, ToolOutcome } from "./mcp-client";
import type { Product } from "./product";

export type Connect = (server: Product["server"], token?: string) => Promise<ToolCaller>;

const withId = z.looseObject({ id: z.string() });
const steps = z.looseObject({ steps: z.array(withId) });
const started = z.looseObject({ session: withId, mcp: z.looseObject({ token: z.string() }) });
const permissions = z.looseObject({
  permissions: z.array(
    z.looseObject({ session_id: z.string(), request_id: z.string(), pending_id: z.string() }),
  ),
});

/** Calls every tool there is, successes and failures, in an order in which each has something to do. */
export async function callEverything(
  connect: Connect,
  { server, sql }: Product,
): Promise<(readonly [string, ToolOutcome])[]> {
  const called: (readonly [string, Promise<ToolOutcome>])[] = [];
  const open: ToolCaller[] = [];
  const connected = async (token?: string) => {
    const mcp = await connect(server, token);
    open.push(mcp);
    return async <T>(shape: z.ZodType<T>, name: string, args: Readonly<Record<string, unknown>> = {}) => {
      const outcome = mcp.call(name, args);
      called.push([name, outcome]); // in the order of the calls, not of their ends
      return shape.parse((await outcome).structured ?? {});
    };
  };
  const any = z.unknown();
  const call = await connected();

  const workspace_id = (await call(withId, "create_workspace_kandev", { name: "One" })).id;
  await call(any, "update_workspace_kandev", { workspace_id, name: "Two" });
  await call(any, "list_workspaces_kandev");
  const workflow_id = (await call(withId, "create_workflow_kandev", { workspace_id, name: "Flow" })).id;
  await call(any, "update_workflow_kandev", { workflow_id, name: "Stream" });
  await call(any, "list_workflows_kandev", { workspace_id });
  const step_id = (await call(withId, "create_workflow_step_kandev", { workflow_id, name: "Last" })).id;
  await call(any, "update_workflow_step_kandev", { step_id, on_turn_complete: "stay" });
  const listed = await call(steps, "list_workflow_steps_kandev", { workflow_id });
  const step_ids = listed.steps.map(({ id }) => id).reverse();
  await call(any, "reorder_workflow_steps_kandev", { workflow_id, step_ids });
  const parent_id = (await call(withId, "create_task_kandev", { workspace_id, workflow_id, title: "Task" }))
    .id;
  await call(any, "move_task_kandev", { task_id: parent_id, workflow_step_id: step_id });
  await call(any, "delete_workflow_step_kandev", { step_id });
  await call(any, "update_task_kandev", { task_id: parent_id, description: "grüße 🙂" });
  const child = await call(withId, "create_task_kandev", { title: "Part", parent_id, autopilot: true });
  await call(any, "list_agent_profiles_kandev");
  const parent = await call(started, "start_task_session_kandev", { task_id: parent_id });
  const below = await call(started, "start_task_session_kandev", { task_id: child.id });

  const agent = await connected(parent.mcp.token);
  const sub = await connected(below.mcp.token);
  await sub(any, "ask_parent_question_kandev", { questions: [question("Which branch?")] });
  await call(any, "message_task_kandev", { task_id: parent_id, content: "Hello" });
  await agent(any, "get_user_messages_kandev");
  const waiting = agent(any, "ask_user_question_kandev", { questions: [question("Sure?")] });
  const bundle = z.looseObject({ pending_id: z.string() });
  const pending = z.looseObject({ bundles: z.tuple([bundle]) });
  await expect
    .poll(() => sql`SELECT count(*)::int AS waiting FROM clarification_waiters`)
    .toEqual([{ waiting: 1 }]);
  const { bundles } = await call(pending, "list_pending_questions_kandev");
  await call(any, "list_tasks_kandev", { pending_only: true });
  const [{ pending_id }] = bundles;
  await agent(any, "check_question_kandev", { pending_id });
  await call(any, "answer_question_kandev", { pending_id, ...choose("a") });
  await waiting;
  await call(any, "answer_question_kandev", { pending_id, ...choose("b") });
  await agent(any, "check_question_kandev", { pending_id });

  const asking = agent(any, "request_permission_kandev", { tool_name: "Bash", input: { command: "ls" } });
  const count = async () => (await send(server, "GET", `/api/v1/tasks/${parent_id}/permissions`)).json;
  await expect.poll(count).toMatchObject({ total: 1 });
  const prompts = await call(permissions, "list_pending_agent_permissions_kandev", { task_id: parent_id });
  for (const { session_id, request_id, pending_id: id } of prompts.permissions)
    await call(any, "resolve_agent_permission_kandev", {
      task_id: parent_id,
      session_id,
      request_id,
      pending_id: id,
      option_id: "allow-once",
    });
  await asking;

  await call(any, "get_task_conversation_kandev", {
    task_id: parent_id,
    message_types: ["clarification_request"],
  });
  await call(any, "list_task_sessions_kandev", { task_id: parent_id });
  await call(any, "stop_task_session_kandev", { task_id: parent_id });
  await call(any, "get_task_kandev", { task_id: parent_id });
  await call(any, "archive_task_kandev", { task_id: child.id });
  for (const task_id of [child.id, parent_id, parent_id]) await call(any, "delete_task_kandev", { task_id });
  for (let again = 0; again < 2; again++) await call(any, "delete_workflow_kandev", { workflow_id });
  await call(any, "delete_workspace_kandev", { workspace_id });
  for (const name of ["answer_question_kandev", "get_task_kandev", "list_tasks_kandev"])
    await call(any, name, { pending_id: "nobody", task_id: "nobody", unknown: "a-secret-value" });
  await Promise.all(open.map((mcp) => mcp.close()));
  return Promise.all(called.map(async ([name, outcome]) => [name, await outcome] as const));
}

/** What two runs of the same cannot share, replaced by names in the order in which it appears. */
export function withoutChance(value: unknown): unknown {
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `id ${names.size}`;
    names.set(id, name);
    return name;
  };
  const text = JSON.stringify(value)
    .replaceAll(/kandev_session_[\w-]+/g, "a token")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a time")
    .replaceAll(/127\.0\.0\.1:\d+/g, "an address")
    .replaceAll(/("age_seconds\\?":)\d+/g, "$10")
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, nameOf);
  return JSON.parse(text);
}
