import { ownUrl } from "@/lib/address";
import type { Context } from "@/lib/context";
import { addAgentMessage } from "@/lib/messages/add-agent-message";
import { createSession } from "@/lib/sessions/create-session";
import { endSession } from "@/lib/sessions/end-session";
import { createTask } from "@/lib/tasks/create-task";
import { runDemoAgent } from "./agent";

/**
 * Makes a task for the demo agent and lets it connect to this server over MCP, in the background. What it was told is written
 * into the chat, and its session ends with it. Returns the task to look at.
 */
export async function startDemo(ctx: Context): Promise<{ task_id: string }> {
  const task = await createTask(ctx, { title: "Demo: move the orders table to PostgreSQL" });
  const { session, token } = await createSession(ctx, { taskId: task.id, surface: "kanban-task" });
  void run(ctx, session.id, { url: `${ownUrl(ctx.app)}/mcp/session`, token });
  return { task_id: task.id };
}

async function run(
  ctx: Context,
  sessionId: string,
  agent: { readonly url: string; readonly token: string },
): Promise<void> {
  const lines: Promise<unknown>[] = [];
  try {
    await runDemoAgent({
      ...agent,
      onAnswer: (_json, summary) => void lines.push(addAgentMessage(ctx, { sessionId, content: summary })),
      signal: ctx.app.draining,
    });
    await Promise.all(lines);
    await endSession(ctx, { sessionId, state: "completed" });
  } catch (error) {
    ctx.app.log.info({ err: error, session_id: sessionId }, "the demo agent stopped early");
  }
}
