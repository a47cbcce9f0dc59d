import type { App } from "@/lib/app";
import { presented } from "@/lib/redaction/present-text";
import { withdrawAll } from "@/lib/permissions/withdraw";
import type { AgentRun } from "./agent-run";
import { settleRun } from "./settle-run";
import type { AgentExit } from "./spawn-agent";

/**
 * What an agent's end means: its prompts are withdrawn, its transcript is complete, its turn is over. The session goes on:
 * the next message, or an answer to a question that is still open, starts it again.
 */
export async function onAgentExit(app: App, run: AgentRun, exit: AgentExit): Promise<void> {
  if (!run.stopping) run.transcript.status(crashed(exit));
  run.endTurn();
  try {
    await withdrawAll(app, run.sessionId);
    await run.transcript.flush();
    await settleRun(app, run.sessionId);
  } catch (error) {
    app.log.error(
      { err: error, session_id: run.sessionId },
      "an agent's end could not be recorded; reconciliation will",
    );
  }
  app.agents.remove(run);
}

function crashed({ code, signal, stderr }: AgentExit): string {
  const how = signal === null ? `exit code ${code ?? "unknown"}` : `signal ${signal}`;
  const said = presented(stderr.trim());
  return `The agent ended unexpectedly (${how}). Your next message starts it again.${said === "" ? "" : `\n${said}`}`;
}
