import { inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import type { Actor } from "@/lib/auth/actor";
import type { MessageView, PermissionDecisionView, SettledPermissionView } from "@/lib/views";
import {
  actionView,
  type DecisionRow,
  optionName,
  type PermissionRow,
  permissionRow,
} from "./permission-row";

/** The permission prompts among these messages with what became of them, for `reader`; by the message's id. */
export async function settledPermissions(
  db: Database,
  reader: Actor,
  messages: readonly MessageView[],
): Promise<ReadonlyMap<string, SettledPermissionView>> {
  const prompts = messages
    .filter(({ type }) => type === "permission_request")
    .map((message) => ({ message, row: permissionRow.parse(message.metadata) }));
  const names = await readNames(
    db,
    prompts.flatMap(({ row }) =>
      [row.permission_resolution, ...row.permission_attempts].flatMap((entry) => entry?.actor_user_id || []),
    ),
  );
  return new Map(
    prompts.map(({ message, row }) => {
      const decisionOf = (entry: DecisionRow): PermissionDecisionView => ({
        actor_kind: entry.actor_kind,
        name: names.get(entry.actor_user_id) ?? "",
        you: reader.kind === "user" && reader.userId === entry.actor_user_id,
        surface: entry.source,
        at: entry.selected_at,
        option_id: entry.option_id,
        option_name: entry.option_kind === "cancelled" ? "" : optionName(row.options, entry.option_id),
        option_kind: entry.option_kind,
        result: entry.result,
      });
      const { permission_resolution: resolution } = row;
      const settled: SettledPermissionView = {
        message_id: message.id,
        request_id: row.request_id,
        title: message.content,
        action: actionView(row.action_details),
        options: row.options,
        created_at: message.created_at,
        outcome: outcomeOf(row),
        decision: resolution === undefined ? null : decisionOf(resolution),
        attempts: row.permission_attempts.map(decisionOf),
      };
      return [message.id, settled];
    }),
  );
}

function outcomeOf({ status, permission_resolution }: PermissionRow): SettledPermissionView["outcome"] {
  const result = permission_resolution?.result ?? "";
  if (result === "dispatching" || result === "indeterminate") return "unknown";
  if (status === "approved") return "approved";
  if (status === "rejected")
    return permission_resolution?.option_kind === "cancelled" ? "cancelled" : "rejected";
  if (status === "expired") return result === "" ? "expired" : "lost";
  return "undecided";
}

async function readNames(db: Database, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const found = await db
    .select({
      id: users.id,
      name: sql<string>`COALESCE(NULLIF(${users.name}, ''), ${users.email}, '')`,
    })
    .from(users)
    .where(inArray(users.id, [...new Set(userIds)]));
  return new Map(found.map(({ id, name }) => [id, name]));
}
