import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/db/client";
import type { App } from "@/lib/app";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { insertSession } from "@/lib/sessions/insert-session";
import { isTerminal } from "@/lib/sessions/state";
import { SESSION_SURFACES } from "@/lib/sessions/surface";
import { insertTask } from "@/lib/tasks/insert-task";

/** One request of an agent with a key, as far as it decides which session it belongs to. */
export interface RunRequest {
  /** What tells this run from the key's others: the header `Kandev-Run`, else the client's name. */
  readonly run: string;
  readonly client: string;
  /**
   * `nothing`: it only says hello or lists the tools, so a client that starts and never asks leaves no task behind.
   * `session`: it collects what came, which an ended session still allows. `open session`: it calls any other tool.
   */
  readonly needs: "nothing" | "session" | "open session";
}

export interface AgentKey {
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: string;
}

const SURFACE = "kanban-task";

const sessionRows = z.array(
  z.object({
    id: z.string(),
    task_id: z.string(),
    state: z.string(),
    surface: z.enum(SESSION_SURFACES),
    connected: z.boolean(),
  }),
);
type RunSession = z.output<typeof sessionRows>[number];

async function newestSession(
  reader: Database | Transaction,
  key: AgentKey,
  run: string,
): Promise<RunSession | undefined> {
  const [session] = sessionRows.parse([
    ...(await reader.execute(sql`
      SELECT id, task_id, state, surface, connected_at IS NOT NULL AS connected FROM task_sessions
      WHERE agent_key_id = ${key.id} AND agent_run = ${run} ORDER BY created_at DESC, id DESC LIMIT 1`)),
  ]);
  return session;
}

const serves = (session: RunSession, { needs }: RunRequest): boolean =>
  needs !== "open session" || !isTerminal(session.state);

/**
 * The session of a run: the one it has, else a new one on the run's task, else both made. Exactly one is made however many
 * calls come first, on however many servers. Throws unauthenticated when the key is revoked at that moment.
 */
export async function joinRun(
  app: App,
  key: AgentKey,
  request: RunRequest,
): Promise<Extract<Actor, { kind: "agent" }> & { readonly connected: boolean }> {
  const known = await newestSession(app.db, key, request.run);
  const as = (session: Pick<RunSession, "id" | "surface" | "connected">) => ({
    kind: "agent" as const,
    sessionId: session.id,
    surface: session.surface,
    asks: "person" as const, // a run's task has no parent
    key: { id: key.id, userId: key.userId },
    connected: session.connected,
  });
  if (known !== undefined && serves(known, request)) return as(known);
  // An id that names nothing: such a request has nothing to act on.
  if (request.needs === "nothing") return as({ id: newId(), surface: SURFACE, connected: true });
  return as(await app.db.transaction((tx) => startRun(tx, key, request)));
}

/** Holds the key's row, so that first calls come one after the other, and none comes after the revocation. */
async function startRun(
  tx: Transaction,
  key: AgentKey,
  request: RunRequest,
): Promise<Pick<RunSession, "id" | "surface" | "connected">> {
  const valid = await tx.execute(
    sql`SELECT 1 FROM agent_keys WHERE id = ${key.id} AND revoked_at IS NULL FOR NO KEY UPDATE`,
  );
  if (valid.length === 0) throw new AppError("unauthenticated", "the agent key was revoked meanwhile");
  const before = await newestSession(tx, key, request.run);
  if (before !== undefined && serves(before, request)) return before;
  const kept = await tx.execute(sql`
    SELECT 1 FROM tasks WHERE id = ${before?.task_id ?? ""} AND workspace_id = ${key.workspaceId} AND archived_at IS NULL
    FOR KEY SHARE`);
  const taskId =
    before !== undefined && kept.length > 0
      ? before.task_id
      : (await insertTask(tx, { title: titleOf(request), workspaceId: key.workspaceId })).id;
  const id = await insertSession(tx, {
    taskId,
    surface: SURFACE,
    run: { keyId: key.id, name: request.run },
  });
  return { id, surface: SURFACE, connected: false };
}

const titleOf = ({ run, client }: RunRequest): string => (run === client ? run : `${client} · ${run}`);
