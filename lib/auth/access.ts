import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/db/client";
import { tasks } from "@/db/schema/workspaces";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { Actor } from "./actor";

type Reader = Database | Transaction;

/** The user id a caller is limited to; undefined for a caller who sees everything (specification, Permissions). */
export function callerScope(actor: Actor): string | undefined {
  switch (actor.kind) {
    case "single-user":
    case "internal":
      return undefined;
    case "user":
      return actor.userId;
    case "agent":
      return `agent:${actor.sessionId}`;
  }
}

/**
 * THE visibility rule, as a predicate on the `tasks` row (L1c): no workspace, a workspace that is gone, or one that is
 * ownerless or the caller's; in other words, none that belongs to somebody else. Lists put it into their query, single
 * look-ups ask it of one row, so they agree.
 */
export function visibleTask(actor: Actor): SQL {
  const scope = callerScope(actor);
  if (scope === undefined) return sql`true`;
  return sql`(${tasks.workspaceId} = '' OR NOT EXISTS (
    SELECT 1 FROM workspaces w WHERE w.id = ${tasks.workspaceId} AND w.owner_id NOT IN ('', ${scope})))`;
}

/** The same rule, as a predicate on the expression of a task's id: a caller who is limited sees no task that is gone. */
export function seesTask(actor: Actor, taskId: SQL | string): SQL {
  if (actor.kind === "agent") return sql`false`; // an agent sees no task through this door
  if (callerScope(actor) === undefined) return sql`true`;
  return sql`EXISTS (SELECT 1 FROM ${tasks} WHERE ${tasks.id} = ${taskId} AND ${visibleTask(actor)})`;
}

/** The same rule for a workspace itself. */
export function visibleWorkspace(actor: Actor): SQL {
  const scope = callerScope(actor);
  return scope === undefined ? sql`true` : sql`workspaces.owner_id IN ('', ${scope})`;
}

/** True when the workspace exists and the caller may see it. */
export async function mayAccessWorkspace(
  reader: Reader,
  actor: Actor,
  workspaceId: string,
): Promise<boolean> {
  const rows = await reader.execute(
    sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId} AND ${visibleWorkspace(actor)}`,
  );
  return rows.length > 0;
}

/** Throws the not-found of `what` unless the workspace exists and the caller may see it. */
export async function authorizeWorkspace(
  ctx: Context,
  workspaceId: string,
  what = "workspace",
): Promise<void> {
  if (!(await mayAccessWorkspace(ctx.app.db, ctx.actor, workspaceId))) throw notFound(what);
}

const workspaceRows = z.array(z.object({ workspace_id: z.string() }));

/** Throws not-found unless the workflow exists in a workspace that the caller may see. Returns the workspace's id. */
export async function authorizeWorkflow(
  reader: Reader,
  actor: Actor,
  workflowId: string,
): Promise<{ workspaceId: string }> {
  const [found] = workspaceRows.parse([
    ...(await reader.execute(sql`
      SELECT f.workspace_id FROM workflows f JOIN workspaces ON workspaces.id = f.workspace_id
      WHERE f.id = ${workflowId} AND ${visibleWorkspace(actor)}`)),
  ]);
  if (found === undefined) throw notFound("workflow");
  return { workspaceId: found.workspace_id };
}

const stepRows = z.array(z.object({ workspace_id: z.string(), workflow_id: z.string() }));

/** The same for a step of a workflow. */
export async function authorizeStep(
  reader: Reader,
  actor: Actor,
  stepId: string,
): Promise<{ workspaceId: string; workflowId: string }> {
  const [found] = stepRows.parse([
    ...(await reader.execute(sql`
      SELECT f.workspace_id, p.workflow_id FROM workflow_steps p
      JOIN workflows f ON f.id = p.workflow_id JOIN workspaces ON workspaces.id = f.workspace_id
      WHERE p.id = ${stepId} AND ${visibleWorkspace(actor)}`)),
  ]);
  if (found === undefined) throw notFound("workflow step");
  return { workspaceId: found.workspace_id, workflowId: found.workflow_id };
}

/** True when the caller may see the task. An unscoped caller may also where the task is unknown (M5a). */
export async function mayAccessTask(reader: Reader, actor: Actor, taskId: string): Promise<boolean> {
  if (actor.kind === "agent") return false;
  if (callerScope(actor) === undefined) return true;
  const rows = await reader.execute(sql`SELECT 1 WHERE ${seesTask(actor, taskId)}`);
  return rows.length > 0;
}

/** Throws the not-found of `what` unless the caller may see the task (A3: foreign and missing are the same bytes). */
export async function authorizeTask(ctx: Context, taskId: string, what: string): Promise<void> {
  if (!(await mayAccessTask(ctx.app.db, ctx.actor, taskId))) throw notFound(what);
}

/**
 * The same for what may be said to a task: an agent may say it to the sub-tasks of its own task, and to no other. The task must
 * exist. Throws its not-found.
 */
export async function authorizeSubtask(ctx: Context, taskId: string): Promise<void> {
  const { actor } = ctx;
  const allowed =
    actor.kind === "agent"
      ? sql`${tasks.parentId} = (SELECT s.task_id FROM task_sessions s WHERE s.id = ${actor.sessionId}) AND ${tasks.parentId} <> ''`
      : visibleTask(actor);
  const rows = await ctx.app.db.execute(
    sql`SELECT 1 FROM ${tasks} WHERE ${tasks.id} = ${taskId} AND ${allowed}`,
  );
  if (rows.length === 0) throw notFound("task");
}

const sessionRows = z.array(z.object({ task_id: z.string() }));

/**
 * Throws not-found unless the session exists and the caller may act in it. Returns the session's task id. One statement,
 * so that a foreign session takes as long as one that does not exist.
 */
export async function authorizeSession(
  ctx: Context,
  sessionId: string,
  reader: Reader = ctx.app.db,
): Promise<string> {
  const { actor } = ctx;
  const allowed = actor.kind === "agent" ? sql`s.id = ${actor.sessionId}` : seesTask(actor, sql`s.task_id`);
  const [session] = sessionRows.parse([
    ...(await reader.execute(
      sql`SELECT s.task_id FROM task_sessions s WHERE s.id = ${sessionId} AND ${allowed}`,
    )),
  ]);
  if (session === undefined) throw notFound("session");
  return session.task_id;
}
