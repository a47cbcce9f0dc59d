import type { App } from "@/lib/app";
import { killProcessGroup } from "./end-process";

/** Ends every agent of this process, as part of a drain; what they said is in the transcript before it resolves. */
export async function stopAgents(app: App): Promise<void> {
  await Promise.all(
    app.agents.all.map(async (run) => {
      if (run.busy)
        run.transcript.status(
          "The server was stopped, and the agent with it. Your next message starts it again.",
        );
      await run.stop();
    }),
  );
}

/** The last resort of a process that exits without a drain. */
export function killAgents(app: App): void {
  for (const run of app.agents.all) killProcessGroup(run.process.pid);
}
