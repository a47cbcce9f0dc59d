import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { clarificationOrigins } from "@/db/schema/clarification";
import { agentKeys, workflows, workflowSteps } from "@/db/schema/workspaces";
import { newId } from "@/lib/ids";
import { insertAskedTask, insertMessage, insertSession, insertUser, insertWorkspace } from "./factories";
import { choose, question } from "./http";
import { postMcp, toolCall } from "./mcp-client";
import type { TestServer } from "./server";

/** What the caller is shown of an answer: everything that could tell a foreign id from one that does not exist. */
export interface Shown {
  readonly status: number;
  readonly text: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** A task with everything that hangs on it, in one workspace. */
export interface World {
  readonly taskId: string;
  readonly sessionId: string;
  readonly pendingId: string;
  readonly workspaceId: string;
  readonly tokenId: string;
  /** A workspace with an agent key and a workflow; fabricated where the world's workspace is none. */
  readonly keyWorkspaceId: string;
}

/** Something that takes an id from its caller. */
export interface Door {
  /** `METHOD /path` of the route table, or the name of a tool. */
  readonly name: string;
  readonly id: keyof World;
  /** What a caller gets who may see what the id names: a status, or a text in the answer. */
  readonly ok: number | string;
  knock(server: TestServer, id: string, token?: string): Promise<Shown>;
}

const IGNORED = new Set(["date", "content-security-policy"]); // the policy of a page carries a nonce

const rest = (
  name: `${"GET" | "POST" | "PATCH" | "DELETE"} /${string}`,
  id: keyof World,
  ok: number | string,
  body?: (id: string) => unknown,
  /** What stands in the path, where that is not the id itself. */
  inPath: (id: string) => string = (value) => value,
): Door => ({
  name,
  id,
  ok,
  async knock(server, value, token) {
    const [method = "", pattern = ""] = name.split(" ");
    const path = pattern
      .replace("[id]", encodeURIComponent(inPath(value)))
      .replace("[message_id]", "no-message")
      .replace("[key_id]", keyOf(value))
      .replace("[request_id]", requestOf(value));
    const stop = new AbortController();
    const response = await fetch(server.url + path, {
      method,
      redirect: "manual",
      signal: stop.signal,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body(value)) }),
    });
    const streams = response.headers.get("content-type") === "text/event-stream";
    const text = streams ? "" : await response.text();
    if (streams) stop.abort();
    const headers = [...response.headers].filter(([header]) => !IGNORED.has(header));
    return { status: response.status, text, headers };
  },
});

const tool = (name: string, id: keyof World, ok: string, args: (id: string) => unknown): Door => ({
  name,
  id,
  ok,
  async knock(server, value, token) {
    const reply = await postMcp(server, toolCall(name, args(value)), {
      ...(token !== undefined && { token }),
    });
    const headers = [...reply.headers].filter(([header]) => !IGNORED.has(header));
    return { status: reply.status, text: reply.text, headers };
  },
});

/** The prompt that the agent of a task had withdrawn (`insertWorld`), and a decision about it. */
const requestOf = (taskId: string): string => `${encodeURIComponent(taskId)}-request`;
const decision = (taskId: string) => ({
  task_id: taskId,
  session_id: `${taskId}-session`,
  pending_id: "a-call",
  option_id: "allow-once",
});

/** The agent key of a workspace (`insertWorld`). */
const keyOf = (workspaceId: string): string => `${encodeURIComponent(workspaceId)}-key`;

/** The only workflow of a workspace and the first of its two steps (`insertWorld`). */
const workflowOf = (workspaceId: string): string => `${workspaceId}-workflow`;
const stepOf = (workspaceId: string): string => `${workspaceId}-step`;
const named = { name: "New" };

/** Every door there is. A test compares this table with the routes and the tools: a new one cannot be forgotten. */
export const DOORS: readonly Door[] = [
  rest("GET /api/v1/tasks/[id]", "taskId", 200),
  rest("GET /api/v1/tasks/[id]/sessions", "taskId", 200),
  rest("POST /api/v1/tasks/[id]/sessions", "taskId", 201, () => ({})),
  rest("GET /api/v1/sessions/[id]/messages", "sessionId", 200),
  rest("POST /api/v1/sessions/[id]/messages", "sessionId", 201, () => ({ content: "hello" })),
  rest("POST /api/v1/sessions/[id]/turns", "sessionId", 201, () => ({})),
  rest("POST /api/v1/sessions/[id]/end", "sessionId", 200, () => ({ state: "completed" })),
  rest("POST /api/v1/sessions/[id]/cancel", "sessionId", 200, () => ({})),
  rest("DELETE /api/v1/sessions/[id]/messages/[message_id]", "sessionId", "message not found"),
  rest("GET /api/v1/tasks/[id]/permissions", "taskId", 200),
  rest("POST /api/v1/permissions/[request_id]/respond", "taskId", 409, decision),
  rest("POST /api/v1/permissions/[request_id]/cancel", "taskId", 409, decision),
  rest("POST /api/v1/clarification/request", "sessionId", 200, (id) => ({
    session_id: id,
    questions: [question("Another?")],
  })),
  rest("GET /api/v1/clarification/[id]", "pendingId", 200),
  rest("GET /api/v1/clarification/[id]/wait", "pendingId", 504),
  rest("POST /api/v1/clarification/[id]/respond", "pendingId", 200, () => choose("a")),
  rest("POST /api/v1/clarification/[id]/cancel", "pendingId", 200, () => ({})),
  rest("GET /api/v1/events?session_id=[id]", "sessionId", 200),
  rest("POST /api/v1/tasks", "workspaceId", 201, (id) => ({ title: "New", workspace_id: id })),
  rest("GET /api/v1/workspaces/[id]/agent-keys", "keyWorkspaceId", 200),
  rest("POST /api/v1/workspaces/[id]/agent-keys", "keyWorkspaceId", 201, () => ({ name: "New" })),
  rest("DELETE /api/v1/workspaces/[id]/agent-keys/[key_id]", "keyWorkspaceId", 200),
  rest("DELETE /api/v1/auth/tokens/[id]", "tokenId", 200),
  rest("PATCH /api/v1/tasks/[id]", "taskId", 200, () => ({ title: "New" })),
  rest("DELETE /api/v1/tasks/[id]", "taskId", 200),
  rest("POST /api/v1/tasks/[id]/archive", "taskId", 200, () => ({})),
  rest("POST /api/v1/tasks/[id]/move", "taskId", "workflow step not found", () => ({
    workflow_step_id: "none",
  })),
  rest("PATCH /api/v1/workspaces/[id]", "keyWorkspaceId", 200, () => named),
  rest("DELETE /api/v1/workspaces/[id]", "keyWorkspaceId", 409),
  rest("GET /api/v1/workspaces/[id]/workflows", "keyWorkspaceId", 200),
  rest("POST /api/v1/workspaces/[id]/workflows", "keyWorkspaceId", 201, () => named),
  rest("GET /api/v1/workflows/[id]", "keyWorkspaceId", 200, undefined, workflowOf),
  rest("PATCH /api/v1/workflows/[id]", "keyWorkspaceId", 200, () => named, workflowOf),
  rest("DELETE /api/v1/workflows/[id]", "keyWorkspaceId", 409, undefined, workflowOf),
  rest("POST /api/v1/inbox/[id]/snooze", "pendingId", 200, () => ({ minutes: 60 })),
  rest("GET /api/v1/workflows/[id]/steps", "keyWorkspaceId", 200, undefined, workflowOf),
  rest("POST /api/v1/workflows/[id]/steps", "keyWorkspaceId", 201, () => named, workflowOf),
  rest(
    "POST /api/v1/workflows/[id]/steps/order",
    "keyWorkspaceId",
    400,
    () => ({ step_ids: [] }),
    workflowOf,
  ),
  rest("PATCH /api/v1/workflow-steps/[id]", "keyWorkspaceId", 200, () => named, stepOf),
  rest("DELETE /api/v1/workflow-steps/[id]", "keyWorkspaceId", 200, undefined, stepOf),
  tool("list_pending_agent_permissions_kandev", "taskId", '"total":0', (id) => ({ task_id: id })),
  tool("resolve_agent_permission_kandev", "taskId", "permission_stale", (id) => ({
    ...decision(id),
    request_id: requestOf(id),
  })),
  tool("get_task_kandev", "taskId", '"title"', (id) => ({ task_id: id })),
  tool("create_task_kandev", "workspaceId", '"title":"New"', (id) => ({ title: "New", workspace_id: id })),
  tool("update_task_kandev", "taskId", '"title":"New"', (id) => ({ task_id: id, title: "New" })),
  tool("move_task_kandev", "taskId", "workflow step not found", (id) => ({
    task_id: id,
    workflow_step_id: "none",
  })),
  tool("archive_task_kandev", "taskId", '"title"', (id) => ({ task_id: id })),
  tool("delete_task_kandev", "taskId", '"success":true', (id) => ({ task_id: id })),
  tool("message_task_kandev", "taskId", '"status":"queued"', (id) => ({ task_id: id, content: "hello" })),
  tool("get_task_conversation_kandev", "taskId", '"messages"', (id) => ({ task_id: id })),
  tool("list_task_sessions_kandev", "taskId", '"sessions"', (id) => ({ task_id: id })),
  tool("start_task_session_kandev", "taskId", '"token"', (id) => ({ task_id: id })),
  tool("stop_task_session_kandev", "taskId", '"cancelled"', (id) => ({ task_id: id })),
  tool("update_workspace_kandev", "keyWorkspaceId", '"name":"New"', (id) => ({ workspace_id: id, ...named })),
  tool("delete_workspace_kandev", "keyWorkspaceId", "conflict:", (id) => ({ workspace_id: id })),
  tool("list_workflows_kandev", "keyWorkspaceId", '"workflows"', (id) => ({ workspace_id: id })),
  tool("create_workflow_kandev", "keyWorkspaceId", '"name":"New"', (id) => ({ workspace_id: id, ...named })),
  tool("update_workflow_kandev", "keyWorkspaceId", '"name":"New"', (id) => ({
    workflow_id: workflowOf(id),
    ...named,
  })),
  tool("delete_workflow_kandev", "keyWorkspaceId", "conflict:", (id) => ({ workflow_id: workflowOf(id) })),
  tool("list_workflow_steps_kandev", "keyWorkspaceId", '"steps"', (id) => ({ workflow_id: workflowOf(id) })),
  tool("create_workflow_step_kandev", "keyWorkspaceId", '"name":"New"', (id) => ({
    workflow_id: workflowOf(id),
    ...named,
  })),
  tool("update_workflow_step_kandev", "keyWorkspaceId", '"name":"New"', (id) => ({
    step_id: stepOf(id),
    ...named,
  })),
  tool("reorder_workflow_steps_kandev", "keyWorkspaceId", "must name every step", (id) => ({
    workflow_id: workflowOf(id),
    step_ids: [],
  })),
  tool("delete_workflow_step_kandev", "keyWorkspaceId", '"success":true', (id) => ({ step_id: stepOf(id) })),
  tool("answer_question_kandev", "pendingId", '"claimed":true', (id) => ({ pending_id: id, ...choose("a") })),
];

/** The same for pages, which anybody's link may name. */
export const PAGES: readonly Door[] = [
  rest("GET /tasks/[id]", "taskId", 200),
  rest("GET /board?workspace=[id]", "keyWorkspaceId", 200),
];

export interface Person {
  readonly id: string;
  readonly token: string;
}

const living = z.tuple([z.object({ id: z.string() })]).rest(z.unknown());

/** A world of its own in a workspace of `ownerId` ('' for ownerless), or with a given workspace id, gone or ''. */
export async function insertWorld(
  db: Database,
  where: { readonly owner: Person | undefined } | { readonly workspaceId: string },
): Promise<World> {
  const workspaceId =
    "workspaceId" in where
      ? where.workspaceId
      : await insertWorkspace(db, { ownerId: where.owner?.id ?? "" });
  const asked = await insertAskedTask(db, { workspaceId });
  const { task_id, session_id, pending_id } = decision(asked.taskId);
  await insertSession(db, { id: session_id, taskId: task_id });
  await insertMessage(db, {
    sessionId: session_id,
    taskId: task_id,
    turnId: null,
    type: "permission_request",
    metadata: { request_id: requestOf(task_id), pending_id, status: "expired", options: [] },
  });
  const [server] = living.parse([...(await db.execute(sql`SELECT id FROM living_servers`))]);
  await db.insert(clarificationOrigins).values({
    pendingId: asked.pendingId,
    taskSessionId: asked.sessionId,
    serverId: server.id,
  });
  const tokenOwner =
    "owner" in where && where.owner !== undefined ? where.owner.id : (await insertUser(db)).id;
  const tokenId = newId();
  await db.execute(sql`
    INSERT INTO personal_access_tokens (id, user_id, name, token_hash) VALUES (${tokenId}, ${tokenOwner}, 'spare', ${newId()})`);
  const exists = !("workspaceId" in where);
  if (exists) {
    await db
      .insert(agentKeys)
      .values({ id: keyOf(workspaceId), workspaceId, name: "spare", tokenHash: newId() });
    const workflowId = workflowOf(workspaceId);
    await db.insert(workflows).values({ id: workflowId, workspaceId, name: "Work" });
    await db.insert(workflowSteps).values([
      { id: stepOf(workspaceId), workflowId, name: "First" },
      { id: `${stepOf(workspaceId)}-2`, workflowId, name: "Second", position: 1 },
    ]);
  }
  return { ...asked, workspaceId, tokenId, keyWorkspaceId: exists ? workspaceId : newId() };
}

/** Ids that name nothing. */
export const fabricate = (): World => ({
  taskId: newId(),
  sessionId: newId(),
  pendingId: newId(),
  workspaceId: newId(),
  tokenId: newId(),
  keyWorkspaceId: newId(),
});

/** True when the answer is the one of a caller who may see what the id names. */
export const isOpen = ({ ok }: Door, shown: Shown): boolean =>
  typeof ok === "number"
    ? shown.status === ok
    : shown.text.includes(ok) || shown.text.includes(ok.replaceAll('"', '\\"'));
