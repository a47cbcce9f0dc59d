import { hostname } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { agentRuns } from "@/db/schema/agents";
import { sessionTokens, taskSessions } from "@/db/schema/sessions";
import { ownUrl } from "@/lib/address";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { newId, newToken } from "@/lib/ids";
import { presented } from "@/lib/redaction/present-text";
import { isTerminal } from "@/lib/sessions/state";
import { AgentRun } from "./agent-run";
import { endLeftAgent } from "./end-left-agent";
import { onAgentExit } from "./on-agent-exit";
import { type AgentProfile, findProfile } from "./profile";
import { spawnAgent } from "./spawn-agent";

/** Why an agent cannot be started, in words for the person who wants it. */
export class AgentStartError extends Error {
  override readonly name = "AgentStartError";
}

/** The session's agent runs on another server, which must be asked. */
export class AgentElsewhere extends Error {
  override readonly name = "AgentElsewhere";
  readonly serverId: string;

  constructor(serverId: string) {
    super("the agent runs on another server");
    this.serverId = serverId;
  }
}

/**
 * The session's running agent, started when there is none; for one caller at a time (`AgentRegistry.changes`). Its row in
 * `agent_runs` is the claim, so that two servers never start two. Throws AgentElsewhere, AgentStartError, and conflict when
 * the session has ended.
 */
export async function ensureAgent(app: App, sessionId: string): Promise<AgentRun> {
  const running = app.agents.get(sessionId);
  if (running?.alive === true) return running;
  await running?.settled;
  if (app.draining.aborted) throw new AgentStartError("the server is stopping");
  const session = await readSession(app, sessionId);
  const profile = await findProfile(app, session.agentProfileId);
  if (profile === undefined)
    throw new AgentStartError(
      "the agent's profile does not exist any more; start a new session with another one",
    );
  return app.agents.starting(sessionId, () => startAgent(app, session, profile));
}

async function startAgent(app: App, session: Session, profile: AgentProfile): Promise<AgentRun> {
  await claimRun(app, session.id);
  let run: AgentRun | undefined;
  try {
    run = await spawn(app, session, profile);
    const acpSessionId = await run.open(
      workingFolder(app, profile, session.taskId),
      { url: `${ownUrl(app)}/mcp/session`, token: await issueToken(app, session.id) },
      session.acpSessionId,
    );
    await app.db.update(taskSessions).set({ acpSessionId }).where(eq(taskSessions.id, session.id));
    return run;
  } catch (error) {
    if (run === undefined) await app.db.delete(agentRuns).where(eq(agentRuns.taskSessionId, session.id));
    else await run.stop();
    throw new AgentStartError(await reason(error, run), { cause: error });
  }
}

interface Session {
  readonly id: string;
  readonly taskId: string;
  readonly agentProfileId: string;
  readonly acpSessionId: string | null;
}

async function readSession(app: App, sessionId: string): Promise<Session> {
  const [session] = await app.db
    .select({
      taskId: taskSessions.taskId,
      state: taskSessions.state,
      agentProfileId: taskSessions.agentProfileId,
      acpSessionId: taskSessions.acpSessionId,
    })
    .from(taskSessions)
    .where(eq(taskSessions.id, sessionId));
  if (session === undefined || session.agentProfileId === null)
    throw new AppError("not_found", "session not found");
  if (isTerminal(session.state)) throw new AppError("conflict", "session has ended");
  return { ...session, id: sessionId, agentProfileId: session.agentProfileId };
}

const runRows = z.array(
  z.object({
    server_id: z.string(),
    host: z.string(),
    pid: z.number().nullable(),
    process_mark: z.string(),
    living: z.boolean(),
  }),
);

/** Takes the session's only place for a running agent; what a dead server has left there is ended first. */
async function claimRun(app: App, sessionId: string): Promise<void> {
  for (;;) {
    const taken = await app.db
      .insert(agentRuns)
      .values({ taskSessionId: sessionId, serverId: app.serverId, host: hostname() })
      .onConflictDoNothing()
      .returning({ sessionId: agentRuns.taskSessionId });
    if (taken.length > 0) return;
    const [left] = runRows.parse([
      ...(await app.db.execute(sql`
        SELECT server_id, host, pid, process_mark, EXISTS (SELECT 1 FROM living_servers s WHERE s.id = server_id) AS living
        FROM agent_runs WHERE task_session_id = ${sessionId}`)),
    ]);
    if (left === undefined) continue; // it has just been given up
    if (left.server_id === app.serverId)
      await app.db.delete(agentRuns).where(eq(agentRuns.taskSessionId, sessionId)); // its end could not be recorded
    else if (left.living) throw new AgentElsewhere(left.server_id);
    else await endLeftAgent(app, { ...left, sessionId });
  }
}

async function spawn(app: App, session: Session, profile: AgentProfile): Promise<AgentRun> {
  const process = await spawnAgent(profile, workingFolder(app, profile, session.taskId));
  const run = new AgentRun(app, session, profile, process);
  app.agents.add(run);
  run.settled = process.exited.then((exit) => onAgentExit(app, run, exit));
  await app.db
    .update(agentRuns)
    .set({ pid: process.pid, processMark: process.mark })
    .where(eq(agentRuns.taskSessionId, session.id));
  return run;
}

/** A session's agent has one token at a time, which ends with its process. */
async function issueToken(app: App, sessionId: string): Promise<string> {
  const { token, hash } = newToken("kandev_session");
  await app.db.insert(sessionTokens).values({ id: newId(), taskSessionId: sessionId, tokenHash: hash });
  return token;
}

const workingFolder = (app: App, profile: AgentProfile, taskId: string): string =>
  profile.cwd === "" ? join(app.env.KANDEV_DATA_DIR, "workspaces", taskId) : profile.cwd;

const systemError = z.object({
  code: z.string(),
  syscall: z.string().optional(),
  path: z.string().optional(),
});
const rpcError = z.object({ code: z.number(), message: z.string(), data: z.unknown() });

/** JSON-RPC's code for an agent that wants to be signed in to first (ACP, authentication). */
const AUTH_REQUIRED = -32_000;

/** What went wrong, redacted, with the end of what the agent wrote to its standard error. */
async function reason(error: unknown, run: AgentRun | undefined): Promise<string> {
  const stderr = run === undefined ? "" : (await run.process.exited).stderr.trim();
  const said = stderr === "" ? "" : `\n${presented(stderr)}`;
  const system = systemError.safeParse(error);
  if (system.success && system.data.code === "ENOENT")
    return "its command was not found on this machine: install it, or correct the profile";
  if (system.success) return `the system says ${system.data.code}`;
  const rpc = rpcError.safeParse(error);
  if (rpc.success && rpc.data.code === AUTH_REQUIRED)
    return `it wants you to sign in first: run it once in a terminal on the server's machine${said}`;
  const detailed = z.object({ data: z.object({ details: z.string() }) }).safeParse(error);
  const details = detailed.success ? `: ${presented(detailed.data.data.details)}` : "";
  return `${presented(error instanceof Error ? error.message : String(error))}${details}${said}`;
}
