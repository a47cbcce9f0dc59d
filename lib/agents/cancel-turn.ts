import { sql } from "drizzle-orm";
import { z } from "zod";
import { authorizeSession } from "@/lib/auth/access";
import type { App } from "@/lib/app";
import type { Context } from "@/lib/context";
import { callServer, type ServerVerb } from "@/lib/servers/call-server";

const cancelInput = z.object({ session_id: z.string() });

/** Ends the turn that the session's agent works on here. False when it works on none. */
export const cancelTurnVerb: ServerVerb<z.output<typeof cancelInput>, boolean> = {
  name: "agents.cancel",
  input: cancelInput,
  output: z.boolean(),
  timeoutMs: 20_000,
  async run(app: App, { session_id }) {
    const run = app.agents.get(session_id);
    if (run?.busy !== true) return false;
    await run.cancelTurn();
    return true;
  },
};

const ownerRows = z.array(z.object({ server_id: z.string() }));

/** Stops what the session's agent is doing, on whichever server it runs; the session goes on. Throws not_found. */
export async function cancelTurn(
  ctx: Context,
  input: { readonly sessionId: string },
): Promise<{ cancelled: boolean }> {
  await authorizeSession(ctx, input.sessionId);
  const [owner] = ownerRows.parse([
    ...(await ctx.app.db.execute(sql`
      SELECT r.server_id FROM agent_runs r JOIN living_servers s ON s.id = r.server_id
      WHERE r.task_session_id = ${input.sessionId}`)),
  ]);
  if (owner === undefined) return { cancelled: false };
  return {
    cancelled: await callServer(ctx.app, owner.server_id, cancelTurnVerb, { session_id: input.sessionId }),
  };
}
