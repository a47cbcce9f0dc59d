import { z } from "zod";
import { ON_TURN_COMPLETE } from "@/db/schema/workspaces";

/** Shapes of what leaves the server, in tools and over REST (specification L3, L4, R12; contract 4). */

export const responseShape = z.object({
  pending_id: z.string(),
  answers: z.array(
    z.object({ question_id: z.string(), selected_options: z.array(z.string()), custom_text: z.string() }),
  ),
  rejected: z.boolean(),
  reject_reason: z.string(),
  responded_at: z.string(),
});

export const agentResponseShape = z.object({
  pending_id: z.string(),
  answers: z
    .array(
      z.object({
        question_id: z.string(),
        selected_options: z.array(z.string()).optional(),
        custom_text: z.string().optional(),
      }),
    )
    .optional(),
  rejected: z.boolean().optional(),
  reject_reason: z.string().optional(),
  responded_at: z.string(),
});

export const bundleShape = z.object({
  pending_id: z.string(),
  task_id: z.string(),
  session_id: z.string(),
  created_at: z.string(),
  age_seconds: z.number(),
  context: z.string(),
  questions: z.array(
    z.object({
      question_id: z.string(),
      title: z.string(),
      prompt: z.string(),
      status: z.string(),
      options: z.array(z.object({ option_id: z.string(), label: z.string(), description: z.string() })),
    }),
  ),
});

const pendingAction = z.enum(["permission", "clarification"]).nullable();

/** A task. The two pending actions say what it waits for (T1), null for nothing (T2). */
export const taskShape = z.object({
  id: z.string(),
  workspace_id: z.string(),
  title: z.string(),
  description: z.string(),
  state: z.string(),
  workflow_id: z.string().nullable(),
  workflow_step_id: z.string().nullable(),
  parent_id: z.string(),
  autopilot: z.boolean(),
  archived_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  task_pending_action: pendingAction,
  primary_session_pending_action: pendingAction,
});

export const stepShape = z.object({
  id: z.string(),
  workflow_id: z.string(),
  name: z.string(),
  color: z.string(),
  position: z.number(),
  on_turn_complete: z.enum(ON_TURN_COMPLETE),
  move_to_step_id: z.string().nullable(),
});

export const workflowShape = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  position: z.number(),
  steps: z.array(stepShape),
});

export const workspaceShape = z.object({ id: z.string(), name: z.string(), owner_id: z.string() });

export const messageShape = z.object({
  id: z.string(),
  session_id: z.string(),
  task_id: z.string(),
  turn_id: z.string(),
  author_type: z.string(),
  type: z.string(),
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  updated_at: z.string(),
});

export const doneShape = z.object({ success: z.literal(true) });

/** What winner and losers of a question get alike (R10). */
export const resolutionShape = z.object({
  success: z.literal(true),
  claimed: z.boolean(),
  status: z.enum(["answered", "rejected"]),
  response: responseShape,
});

/** A request with a live entry (contract 4). */
export const requestShape = z.object({
  pending_id: z.string(),
  session_id: z.string(),
  task_id: z.string(),
  questions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      prompt: z.string(),
      options: z.array(z.object({ option_id: z.string(), label: z.string(), description: z.string() })),
    }),
  ),
  context: z.string(),
  created_at: z.string(),
});

export const sessionShape = z.object({ id: z.string(), task_id: z.string(), state: z.string() });
export const listedSessionShape = sessionShape.extend({ created_at: z.string() });

export const permissionResolutionShape = z.object({
  task_id: z.string(),
  session_id: z.string(),
  request_id: z.string(),
  pending_id: z.string(),
  option_id: z.string(),
  option_kind: z.string(),
  source: z.enum(["web", "external_mcp", "automation"]),
  status: z.literal("resolved"),
});

export const agentProfileShape = z.object({
  id: z.string(),
  name: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  env_names: z.array(z.string()),
  cwd: z.string(),
  auto_approve: z.boolean(),
  built_in: z.boolean(),
});

/** A credential that was just made; `token` is shown this once. */
export const credentialShape = z.object({ id: z.string(), token: z.string() });

export const tokenShape = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
  expired: z.boolean(),
});

export const agentKeyShape = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
});

export const userShape = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(["admin", "member"]),
});
