import { z } from "zod";
import { publicUrl } from "@/lib/address";
import { launchAgent } from "@/lib/agents/launch-agent";
import { endSession } from "@/lib/sessions/end-session";
import { createSession } from "@/lib/sessions/create-session";
import { listSessions } from "@/lib/sessions/list-sessions";
import { taskSession } from "@/lib/sessions/task-session";
import { authorizeSubtask } from "@/lib/auth/access";
import { storableText } from "@/lib/text";
import { listedSessionShape, sessionShape } from "@/lib/shapes";
import { filledId } from "../shapes";
import { ADDS, defineTool, DESTROYS, READS } from "../tool";

const about = { group: "sessions", surfaces: ["external"] } as const;

export const listTaskSessionsTool = defineTool({
  ...about,
  name: "list_task_sessions_kandev",
  title: "List a task's sessions",
  description: "Lists the sessions in which agents work on a task, oldest first, with their states.",
  annotations: READS,
  input: z.strictObject({ task_id: filledId }),
  output: z.object({
    sessions: z.array(listedSessionShape),
    total: z.number(),
  }),
  handler: (ctx, { task_id }) => listSessions(ctx, { taskId: task_id }),
});

export const startTaskSessionTool = defineTool({
  ...about,
  name: "start_task_session_kandev",
  title: "Start a task session",
  description:
    "Starts an agent of this server on a task (agent_profile_id from list_agent_profiles_kandev, prompt as its first message). Without a profile it makes a " +
    "session for an agent that you run yourself: mcp holds the address and the token that it connects with, shown once.",
  annotations: ADDS,
  input: z.strictObject({
    task_id: filledId,
    agent_profile_id: filledId.optional(),
    prompt: storableText.default(""),
  }),
  output: z.object({
    session: sessionShape,
    mcp: z.object({ url: z.string(), token: z.string() }).optional(),
  }),
  async handler(ctx, { task_id, agent_profile_id, prompt }) {
    const surface = "kanban-task";
    if (agent_profile_id !== undefined)
      return {
        session: await launchAgent(ctx, { taskId: task_id, profileId: agent_profile_id, prompt, surface }),
      };
    const { session, token } = await createSession(ctx, { taskId: task_id, surface });
    return { session, mcp: { url: `${publicUrl(ctx.app)}/mcp/session`, token } };
  },
});

export const stopTaskSessionTool = defineTool({
  ...about,
  name: "stop_task_session_kandev",
  title: "Stop a task session",
  description:
    "Ends a session of a task as cancelled, the primary one unless session_id names another: its agent stops, its open questions expire, its permission prompts are withdrawn.",
  annotations: DESTROYS,
  input: z.strictObject({ task_id: filledId, session_id: storableText.optional() }),
  output: z.object({ id: z.string(), state: z.literal("cancelled") }),
  async handler(ctx, { task_id, session_id }) {
    await authorizeSubtask(ctx, task_id);
    const sessionId = await taskSession(ctx.app.db, { taskId: task_id, sessionId: session_id });
    const { id } = await endSession(ctx, { sessionId, state: "cancelled" });
    return { id, state: "cancelled" as const };
  },
});
