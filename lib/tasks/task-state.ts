import { z } from "zod";

/** What a person may set a task to; sessions set it, too, as they go on. */
export const TASK_STATES = ["created", "in_progress", "review", "completed", "failed", "cancelled"] as const;

export const taskStateField = z.enum(TASK_STATES);

export type TaskState = z.output<typeof taskStateField>;
