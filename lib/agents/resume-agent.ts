import { z } from "zod";
import type { App } from "@/lib/app";
import { callServer, type ServerVerb } from "@/lib/servers/call-server";
import { dispatchTurn } from "./dispatch-turn";
import { AgentElsewhere, ensureAgent } from "./start-agent";

/** Everything together may take so long (contract 6.4), and so long until the prompt must be on its way. */
const TOTAL_MS = 30_000;
const DISPATCH_BY_MS = 27_000;

const resumeInput = z.object({ session_id: z.string(), prompt: z.string() });

export const resumeVerb: ServerVerb<z.output<typeof resumeInput>, boolean> = {
  name: "agents.resume",
  input: resumeInput,
  output: z.boolean(),
  timeoutMs: TOTAL_MS,
  run: resumeHere,
};

/**
 * Starts exactly one new turn of an agent of ours with the answer to a question that it no longer waits for, on whichever
 * server it runs; starts the agent when it does not run. True once the agent has accepted it (contract 6.4). False, or an
 * error, when it has not: then no turn is left behind.
 */
export async function resumeAgent(
  app: App,
  input: { readonly sessionId: string; readonly prompt: string },
): Promise<boolean> {
  const call = { session_id: input.sessionId, prompt: input.prompt };
  try {
    return await resumeHere(app, call);
  } catch (error) {
    if (error instanceof AgentElsewhere) return callServer(app, error.serverId, resumeVerb, call);
    throw error;
  }
}

async function resumeHere(app: App, call: z.output<typeof resumeInput>): Promise<boolean> {
  const deadline = AbortSignal.timeout(DISPATCH_BY_MS);
  const resumed = app.agents.changes.run(call.session_id, async () => {
    if (deadline.aborted) return false;
    const run = await ensureAgent(app, call.session_id);
    await run.cancelTurn(); // the wait that ended belongs to it
    if (deadline.aborted) return false; // the claim has been rolled back, or is about to be
    return dispatchTurn(app, run, { kind: "resume", prompt: call.prompt });
  });
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), TOTAL_MS - 500).unref());
  return Promise.race([resumed, late]);
}
