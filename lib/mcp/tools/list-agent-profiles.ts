import { z } from "zod";
import { listProfiles } from "@/lib/agents/list-profiles";
import { defineTool, READS } from "../tool";

export const listAgentProfilesTool = defineTool({
  name: "list_agent_profiles_kandev",
  title: "List agent profiles",
  description:
    "Lists the agents that this server can start, for start_task_session_kandev. Of their environment only the names are shown.",
  group: "agents",
  surfaces: ["external"],
  annotations: READS,
  input: z.strictObject({}),
  output: z.object({
    agent_profiles: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        command: z.string(),
        args: z.array(z.string()),
        env_names: z.array(z.string()),
        cwd: z.string(),
        auto_approve: z.boolean(),
        built_in: z.boolean(),
      }),
    ),
    total: z.number(),
  }),
  handler: listProfiles,
});
