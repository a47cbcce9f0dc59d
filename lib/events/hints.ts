import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/db/client";

/**
 * An event is a hint: it says what changed and carries ids, receivers re-read. It is sent with `pg_notify` inside the
 * writing transaction, so it is heard by every server if and only if the change is committed.
 */
const hintSchema = z.discriminatedUnion("name", [
  z.object({
    name: z.enum(["session.message.added", "session.message.updated"]),
    session_id: z.string(),
    task_id: z.string(),
    message_ids: z.array(z.string()),
    /** Set when the messages are one bundle. */
    pending_id: z.string().optional(),
  }),
  z.object({
    name: z.enum(["session.turn.started", "session.turn.completed"]),
    session_id: z.string(),
    task_id: z.string(),
    turn_id: z.string(),
  }),
  z.object({
    name: z.literal("session.state_changed"),
    session_id: z.string(),
    task_id: z.string(),
    state: z.string(),
  }),
  z.object({ name: z.literal("task.updated"), task_id: z.string() }),
  /** A workspace or one of its workflows: names, steps, their order. */
  z.object({ name: z.literal("workspace.updated"), workspace_id: z.string() }),
  /** An MCP client gave up on a call that another server may hold. */
  z.object({ name: z.literal("mcp.cancelled"), call: z.string() }),
  /** What a person may do has changed: what she holds open is looked at again. */
  z.object({ name: z.literal("access.changed"), user_id: z.string() }),
  /** A server is asked for something, or has replied (`lib/servers/call-server`). */
  z.object({ name: z.literal("server.called"), server_id: z.string(), call_id: z.string() }),
  z.object({ name: z.literal("server.replied"), call_id: z.string() }),
  /** Something changed that did not fit: re-read everything. */
  z.object({ name: z.literal("reset") }),
]);

export type Hint = z.output<typeof hintSchema>;

export type InternalHint = Extract<
  Hint,
  { name: "mcp.cancelled" | "access.changed" | "server.called" | "server.replied" }
>;

/** Hints that concern the servers among themselves. No event stream carries them. */
export const isInternal = (hint: Hint): hint is InternalHint =>
  hint.name === "mcp.cancelled" ||
  hint.name === "access.changed" ||
  hint.name === "server.called" ||
  hint.name === "server.replied";

export const CHANNEL = "kandev";

/** Sends hints when the surrounding transaction commits. */
export async function notify(tx: Transaction | Database, ...hints: readonly Hint[]): Promise<void> {
  if (hints.length === 0) return;
  await tx.execute(
    sql`SELECT ${sql.join(
      hints.map((hint) => sql`notify_hint(${JSON.stringify(hint)}::jsonb)`),
      sql`, `,
    )}`,
  );
}

/** The hint in a notification's payload, or a `reset` for one this version does not understand. */
export function parseHint(payload: string): Hint {
  try {
    const parsed = hintSchema.safeParse(JSON.parse(payload));
    return parsed.success ? parsed.data : { name: "reset" };
  } catch {
    return { name: "reset" };
  }
}
