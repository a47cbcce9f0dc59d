import { isAbsolute } from "node:path";
import { z } from "zod";
import { contextFields, questionsField } from "@/lib/clarification/question-input";
import { outcomeFields } from "@/lib/clarification/outcome-input";
import { emailField } from "@/lib/users/email";
import { TERMINAL_STATES } from "@/lib/sessions/state";
import { SESSION_SURFACES } from "@/lib/sessions/surface";
import { MAX_SNOOZE_MINUTES } from "@/lib/inbox/snooze-limit";
import { taskStateField } from "@/lib/tasks/task-state";
import { storableText as text } from "@/lib/text";
import { stepFields } from "@/lib/workflows/step-input";

/** The request bodies of REST (contract 4). Unknown keys are ignored. */

const filled = text.refine((value) => value.trim() !== "", "must not be blank");

export const emptyBody = z.object({});
export const createAgentKeyBody = z.object({ name: filled });
export const createTaskBody = z.object({
  title: filled,
  description: text.optional(),
  workspace_id: text.optional(),
  workflow_id: text.optional(),
  workflow_step_id: text.optional(),
  parent_id: text.optional(),
  autopilot: z.boolean("must be true or false").optional(),
});
const flag = z.enum(["true", "false"], "must be true or false").transform((value) => value === "true");
export const updateTaskBody = z.object({
  title: filled.optional(),
  description: text.optional(),
  state: taskStateField.optional(),
});
export const archiveTaskBody = z.object({ archived: z.boolean("must be true or false").default(true) });
export const moveTaskBody = z.object({ workflow_step_id: text, before_task_id: text.optional() });
export const nameBody = z.object({ name: filled });
export const createStepBody = z.object({ name: filled, ...stepFields });
export const updateStepBody = z.object({ name: filled.optional(), ...stepFields });
export const orderStepsBody = z.object({ step_ids: z.array(text).max(50) });
export const listTasksQuery = z.object({
  workspace_id: text.optional(),
  workflow_id: text.optional(),
  pending_only: flag.optional(),
  include_archived: flag.optional(),
  cursor: text.optional(),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, "must be a number")
    .transform(Number)
    .optional(),
});
export const createSessionBody = z.object({
  agent: z.literal("external").optional(),
  /** An agent that this server launches, and what it is told first. */
  agent_profile_id: text.optional(),
  prompt: text.default(""),
  surface: z.enum(SESSION_SURFACES).default("kanban-task"),
});
export const createProfileBody = z.object({
  name: filled,
  command: filled,
  args: z.array(text).max(200).default([]),
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/, "must be the name of a variable"), text).default({}),
  cwd: text.refine((path) => path === "" || isAbsolute(path), "must be an absolute path").default(""),
  auto_approve: z.boolean("must be true or false").default(false),
});
const permissionIdentity = { task_id: text, session_id: text, pending_id: text };
export const decidePermissionBody = z.object({ ...permissionIdentity, option_id: text });
export const cancelPermissionBody = z.object(permissionIdentity);
export const listPermissionsQuery = z.object({ session_id: text.optional() });
export const addMessageBody = z.object({ content: filled });
export const endSessionBody = z.object({ state: z.enum(TERMINAL_STATES) });
export const requestBody = z.object({ session_id: text, questions: questionsField, ...contextFields });
export const respondBody = z.object(outcomeFields);
export const createTokenBody = z.object({
  name: filled,
  expires_in_days: z.number("must be a number").int("must be a whole number").optional(),
});
export const setUpBody = z.object({
  email: emailField,
  password: text,
  name: text.default(""),
  code: text.optional(),
  claim_workspace_ids: z
    .union([z.literal("all"), z.array(text).max(10_000)], "must be all, or a list of ids")
    .default([]),
});
export const eventsQuery = z.object({ session_id: text.optional() });
export const snoozeBody = z.object({
  minutes: z
    .int("must be a whole number of minutes")
    .min(0, "must not be negative")
    .max(MAX_SNOOZE_MINUTES, `must be at most ${MAX_SNOOZE_MINUTES}`),
});
