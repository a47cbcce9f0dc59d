import { launchAgent } from "@/lib/agents/launch-agent";
import type { Context } from "@/lib/context";
import { createTask } from "@/lib/tasks/create-task";
import { demoProfile } from "./profile";

/** Makes a task and launches the demo agent on it, as any other agent of a profile. Returns the task to look at. */
export async function startDemo(ctx: Context): Promise<{ task_id: string }> {
  const task = await createTask(ctx, { title: "Demo: move the orders table to PostgreSQL" });
  await launchAgent(ctx, {
    taskId: task.id,
    profileId: demoProfile.id,
    prompt: "Move the orders table to PostgreSQL.",
    surface: "kanban-task",
  });
  return { task_id: task.id };
}
