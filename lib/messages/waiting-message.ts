import { sql } from "drizzle-orm";
import { taskSessionMessages } from "@/db/schema/sessions";

/**
 * Predicate: this row is a person's message that no agent has got yet: uncollected by one that somebody else runs, queued for
 * one of ours. Stated as the index `task_session_messages_mailbox_idx` has it.
 */
export const isWaitingMessage = sql<boolean>`(${taskSessionMessages.authorType} = 'user'
  AND ${taskSessionMessages.type} = 'message' AND ${taskSessionMessages.handedOutAt} IS NULL)`;
