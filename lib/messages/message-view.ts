import { z } from "zod";
import { sql } from "drizzle-orm";
import { taskSessionMessages } from "@/db/schema/sessions";
import { toRfc3339 } from "@/lib/time";
import type { MessageView } from "@/lib/views";

export const messageColumns = {
  id: taskSessionMessages.id,
  session_id: taskSessionMessages.taskSessionId,
  task_id: taskSessionMessages.taskId,
  turn_id: taskSessionMessages.turnId,
  author_type: taskSessionMessages.authorType,
  type: taskSessionMessages.type,
  content: taskSessionMessages.content,
  metadata: taskSessionMessages.metadata,
  created_at: taskSessionMessages.createdAt,
  updated_at: taskSessionMessages.updatedAt,
};

/** A missing or damaged question_index counts as 0 (D2). */
export const questionIndex = sql`CASE WHEN jsonb_typeof(${taskSessionMessages.metadata} -> 'question_index') = 'number'
  THEN (${taskSessionMessages.metadata} ->> 'question_index')::numeric ELSE 0 END`;

/** Transcript order (contract 3). */
export const transcriptOrder = [
  taskSessionMessages.createdAt,
  questionIndex,
  taskSessionMessages.id,
] as const;

const metadataSchema = z.record(z.string(), z.unknown()).catch({});

interface MessageRow extends Omit<MessageView, "turn_id" | "metadata"> {
  readonly turn_id: string | null;
  readonly metadata: unknown;
}

/** A row of `task_session_messages` as it leaves the server. */
export const messageView = (row: MessageRow): MessageView => ({
  ...row,
  turn_id: row.turn_id ?? "",
  metadata: metadataSchema.parse(row.metadata),
  created_at: toRfc3339(row.created_at),
  updated_at: toRfc3339(row.updated_at),
});
