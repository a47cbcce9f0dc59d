import { hostname } from "node:os";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { endProcessGroup } from "./end-process";
import { processMark } from "./process-mark";
import { settleRun } from "./settle-run";

const leftRows = z.array(
  z.object({
    task_session_id: z.string(),
    host: z.string(),
    pid: z.number().nullable(),
    process_mark: z.string(),
  }),
);

/** Ends the agents of servers that died, on this machine, and settles their sessions (contract 4: within 20 s of the next start). */
export async function endLeftAgents(app: App): Promise<void> {
  const left = leftRows.parse([
    ...(await app.db.execute(sql`
      SELECT task_session_id, host, pid, process_mark FROM agent_runs
      WHERE server_id NOT IN (SELECT id FROM living_servers)
        OR (server_id = ${app.serverId} AND task_session_id <> ALL (${sql.param([...app.agents.sessionIds])}::text[]))`)),
  ]);
  await Promise.all(
    left.map(({ task_session_id: sessionId, ...run }) => endLeftAgent(app, { ...run, sessionId })),
  );
}

interface LeftAgent {
  readonly sessionId: string;
  readonly host: string;
  readonly pid: number | null;
  readonly process_mark: string;
}

/** Only a process that is certainly the agent is ended: the number may belong to another one by now. */
export async function endLeftAgent(
  app: App,
  { sessionId, host, pid, process_mark }: LeftAgent,
): Promise<void> {
  if (host === hostname() && pid !== null && process_mark !== "" && (await processMark(pid)) === process_mark)
    await endProcessGroup(pid);
  await settleRun(
    app,
    sessionId,
    "The server ended, and the agent with it. Your next message starts it again.",
  );
}
