import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/db/client";
import { notify } from "@/lib/events/hints";

/** What an agent reported, ready to be seen. */
export interface AgentRow {
  readonly id: string;
  readonly type: "message" | "thinking" | "tool_call" | "agent_plan" | "status";
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const written = z.array(z.object({ added: z.boolean() }));

/** Writes a row of an agent's into the transcript, or writes it anew when it is there already, and tells everybody. */
export async function writeAgentRow(
  writer: Database | Transaction,
  row: AgentRow & { readonly sessionId: string; readonly taskId: string; readonly turnId: string | null },
): Promise<void> {
  await writer.transaction(async (tx) => {
    const [result] = written.parse([
      ...(await tx.execute(sql`
        INSERT INTO task_session_messages (id, task_session_id, task_id, turn_id, author_type, type, content, metadata, created_at, updated_at)
        VALUES (${row.id}, ${row.sessionId}, ${row.taskId}, ${row.turnId}, 'agent', ${row.type}, ${row.content},
          ${JSON.stringify(row.metadata)}::jsonb, clock_timestamp(), clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET content = EXCLUDED.content, metadata = EXCLUDED.metadata, updated_at = clock_timestamp()
        RETURNING xmax = 0 AS added`)),
    ]);
    await notify(tx, {
      name: result?.added === true ? "session.message.added" : "session.message.updated",
      session_id: row.sessionId,
      task_id: row.taskId,
      message_ids: [row.id],
    });
  });
}
