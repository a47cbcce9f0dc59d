import { z } from "zod";
import { validationError } from "@/lib/errors";
import { storableText } from "@/lib/text";

/** Output shapes shared by tools (specification L3, L4, R12). */

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
  on_turn_complete: z.enum(["stay", "move_to_next", "move_to_step"]),
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

/** What a tool returns that has nothing more to say than that it is done. */
export const doneShape = z.object({ success: z.literal(true) });
export const DONE = { success: true } as const;

/** Text that must not be blank. */
export const filledText = storableText.refine((value) => value.trim() !== "", "must not be blank");

/** A required id. Empty is an error of its own, not an unknown id. */
export const filledId = storableText.refine((id) => id !== "", "must not be empty");

/** The session of the agent that calls; only agents reach the tools that use it. */
export function agentSession(actor: { readonly kind: string; readonly sessionId?: string }): string {
  if (actor.sessionId === undefined) throw validationError("this tool belongs to an agent's session");
  return actor.sessionId;
}
