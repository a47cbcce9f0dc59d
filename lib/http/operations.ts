import { z } from "zod";
import { permissionSchema } from "@/lib/permissions/list-live";
import * as shapes from "@/lib/shapes";
import * as bodies from "./bodies";

/** What the description says of one route (contract 4). Answers with an error are the same everywhere. */
export interface Operation {
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** What an answer carries, by status; null for a stream of events. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** Nobody has to be signed in. */
  readonly open?: true;
}

const total = z.number().int();
const done = { 200: shapes.doneShape };
const { taskShape, workflowShape, stepShape, workspaceShape, messageShape } = shapes;
const idShape = z.object({ id: z.string() });
const steps = z.object({ steps: z.array(stepShape), total });

/** Every route of `/api/v1` and the health check, by method and path. A test compares the table with the files. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /api/health": {
    summary: "Whether requests are served",
    answers: { 200: z.object({ status: z.literal("ok") }), 503: z.object({ status: z.string() }) },
    open: true,
  },
  "GET /api/v1/openapi.json": {
    summary: "This description",
    answers: { 200: z.looseObject({ openapi: z.string() }) },
    open: true,
  },
  "GET /api/v1/workspaces": {
    summary: "The workspaces that the caller sees",
    answers: { 200: z.object({ workspaces: z.array(workspaceShape), total }) },
  },
  "POST /api/v1/workspaces": {
    summary: "Make a workspace",
    body: bodies.nameBody,
    answers: { 201: workspaceShape },
  },
  "PATCH /api/v1/workspaces/[id]": {
    summary: "Rename a workspace",
    body: bodies.nameBody,
    answers: { 200: workspaceShape },
  },
  "DELETE /api/v1/workspaces/[id]": {
    summary: "Delete a workspace that has no tasks",
    answers: done,
  },
  "GET /api/v1/workspaces/[id]/workflows": {
    summary: "The workflows of a workspace, with their steps",
    answers: { 200: z.object({ workflows: z.array(workflowShape), total }) },
  },
  "POST /api/v1/workspaces/[id]/workflows": {
    summary: "Make a workflow with four steps",
    body: bodies.nameBody,
    answers: { 201: workflowShape },
  },
  "GET /api/v1/workspaces/[id]/agent-keys": {
    summary: "The agent keys of a workspace",
    answers: { 200: z.object({ agent_keys: z.array(shapes.agentKeyShape), total }) },
  },
  "POST /api/v1/workspaces/[id]/agent-keys": {
    summary: "Make an agent key; its value is shown this once",
    body: bodies.createAgentKeyBody,
    answers: { 201: shapes.credentialShape },
  },
  "DELETE /api/v1/workspaces/[id]/agent-keys/[key_id]": { summary: "Revoke an agent key", answers: done },
  "GET /api/v1/workflows/[id]": { summary: "A workflow", answers: { 200: workflowShape } },
  "PATCH /api/v1/workflows/[id]": {
    summary: "Rename a workflow",
    body: bodies.nameBody,
    answers: { 200: workflowShape },
  },
  "DELETE /api/v1/workflows/[id]": {
    summary: "Delete a workflow; its tasks go to another one",
    answers: done,
  },
  "GET /api/v1/workflows/[id]/steps": { summary: "The steps of a workflow", answers: { 200: steps } },
  "POST /api/v1/workflows/[id]/steps": {
    summary: "Add a step at the end",
    body: bodies.createStepBody,
    answers: { 201: stepShape },
  },
  "POST /api/v1/workflows/[id]/steps/order": {
    summary: "Put the steps into an order",
    body: bodies.orderStepsBody,
    answers: { 200: steps },
  },
  "PATCH /api/v1/workflow-steps/[id]": {
    summary: "Change what is given of a step",
    body: bodies.updateStepBody,
    answers: { 200: stepShape },
  },
  "DELETE /api/v1/workflow-steps/[id]": {
    summary: "Delete a step; its tasks go to the one before it",
    answers: done,
  },
  "GET /api/v1/tasks": {
    summary: "Tasks, newest first, with what each waits for",
    query: bodies.listTasksQuery,
    answers: { 200: z.object({ tasks: z.array(taskShape), total, next_cursor: z.string() }) },
  },
  "POST /api/v1/tasks": { summary: "Make a task", body: bodies.createTaskBody, answers: { 201: taskShape } },
  "GET /api/v1/tasks/[id]": { summary: "A task", answers: { 200: taskShape } },
  "PATCH /api/v1/tasks/[id]": {
    summary: "Change what is given of a task",
    body: bodies.updateTaskBody,
    answers: { 200: taskShape },
  },
  "DELETE /api/v1/tasks/[id]": {
    summary: "Delete a task with its sessions",
    answers: done,
  },
  "POST /api/v1/tasks/[id]/archive": {
    summary: "Put a task away, or bring it back",
    body: bodies.archiveTaskBody,
    answers: { 200: taskShape },
  },
  "POST /api/v1/tasks/[id]/move": {
    summary: "Put a task on a step",
    body: bodies.moveTaskBody,
    answers: { 200: taskShape },
  },
  "GET /api/v1/tasks/[id]/sessions": {
    summary: "The sessions of a task, oldest first",
    answers: { 200: z.object({ sessions: z.array(shapes.listedSessionShape), total }) },
  },
  "POST /api/v1/tasks/[id]/sessions": {
    summary:
      "Make a session for an agent elsewhere (its token is shown this once), or launch an agent of this server",
    body: bodies.createSessionBody,
    answers: {
      201: z.object({
        session: shapes.sessionShape,
        mcp: z.object({ url: z.string(), token: z.string() }).optional(),
      }),
    },
  },
  "GET /api/v1/tasks/[id]/permissions": {
    summary: "The live permission prompts of a task",
    query: bodies.listPermissionsQuery,
    answers: { 200: z.object({ task_id: z.string(), permissions: z.array(permissionSchema), total }) },
  },
  "POST /api/v1/permissions/[request_id]/respond": {
    summary: "Choose one of a prompt's options",
    body: bodies.decidePermissionBody,
    answers: { 200: shapes.permissionResolutionShape },
  },
  "POST /api/v1/permissions/[request_id]/cancel": {
    summary: "Turn down a prompt that offers no way to say no",
    body: bodies.cancelPermissionBody,
    answers: { 200: shapes.permissionResolutionShape },
  },
  "GET /api/v1/sessions/[id]/messages": {
    summary: "The transcript of a session",
    answers: { 200: z.object({ messages: z.array(messageShape), total }) },
  },
  "POST /api/v1/sessions/[id]/messages": {
    summary: "Say something to the agent",
    body: bodies.addMessageBody,
    answers: { 201: messageShape },
  },
  "DELETE /api/v1/sessions/[id]/messages/[message_id]": {
    summary: "Take back a message that the agent has not got yet",
    answers: { 200: idShape },
  },
  "POST /api/v1/sessions/[id]/turns": {
    summary: "Complete the open turn and start the next",
    body: bodies.emptyBody,
    answers: { 201: idShape },
  },
  "POST /api/v1/sessions/[id]/end": {
    summary: "End a session",
    body: bodies.endSessionBody,
    answers: { 200: z.object({ id: z.string(), state: z.string() }) },
  },
  "POST /api/v1/sessions/[id]/cancel": {
    summary: "Stop the turn that an agent of this server works on",
    body: bodies.emptyBody,
    answers: { 200: z.object({ cancelled: z.boolean() }) },
  },
  "POST /api/v1/clarification/request": {
    summary: "Ask questions in a session, as its agent would",
    body: bodies.requestBody,
    answers: { 200: z.object({ pending_id: z.string() }) },
  },
  "GET /api/v1/clarification/[id]": {
    summary: "A question that a living server holds",
    answers: { 200: shapes.requestShape },
  },
  "GET /api/v1/clarification/[id]/wait": {
    summary: "Wait for the answer; 504 when the wait ends without one",
    answers: { 200: shapes.responseShape.partial({ answers: true, rejected: true, reject_reason: true }) },
  },
  "POST /api/v1/clarification/[id]/respond": {
    summary: "Answer or reject; the first one wins, the others get its answer",
    body: bodies.respondBody,
    answers: { 200: shapes.resolutionShape },
  },
  "POST /api/v1/clarification/[id]/cancel": {
    summary: "Withdraw a question that waits",
    body: bodies.emptyBody,
    answers: done,
  },
  "POST /api/v1/inbox/[id]/snooze": {
    summary: "Put something aside in one's own inbox; 0 brings it back",
    body: bodies.snoozeBody,
    answers: { 200: z.object({ id: z.string(), snoozed_until: z.string() }) },
  },
  "GET /api/v1/events": {
    summary: "Server-sent events of a session, or of all that the caller sees",
    query: bodies.eventsQuery,
    answers: { 200: null },
  },
  "GET /api/v1/agent-profiles": {
    summary: "The agents that this server can launch",
    answers: { 200: z.object({ agent_profiles: z.array(shapes.agentProfileShape), total }) },
  },
  "POST /api/v1/agent-profiles": {
    summary: "Add an agent; with accounts only an admin may",
    body: bodies.createProfileBody,
    answers: { 201: shapes.agentProfileShape },
  },
  "DELETE /api/v1/agent-profiles/[id]": { summary: "Remove an agent", answers: done },
  "GET /api/v1/auth/tokens": {
    summary: "The caller's access tokens",
    answers: { 200: z.object({ tokens: z.array(shapes.tokenShape), total }) },
  },
  "POST /api/v1/auth/tokens": {
    summary: "Make an access token; its value is shown this once",
    body: bodies.createTokenBody,
    answers: { 201: shapes.credentialShape },
  },
  "DELETE /api/v1/auth/tokens/[id]": { summary: "Revoke an access token", answers: done },
  "POST /api/v1/setup": {
    summary: "Make the first account of a server with accounts",
    body: bodies.setUpBody,
    answers: { 201: shapes.userShape },
    open: true,
  },
  "POST /api/v1/demo": {
    summary: "Start the demo agent on a task of its own",
    body: bodies.emptyBody,
    answers: { 202: z.object({ task_id: z.string() }) },
  },
};
