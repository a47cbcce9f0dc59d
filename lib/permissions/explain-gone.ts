import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { newId } from "@/lib/ids";
import { recordAttempt } from "./audit";
import { type PermissionErrorCode, permissionError } from "./permission-error";
import type { Decision } from "./resolve-live";

const promptRows = z.array(
  z.object({
    id: z.string(),
    task_id: z.string(),
    metadata: z.looseObject({
      request_id: z.string().catch(""),
      status: z.string().catch(""),
      options: z.array(z.looseObject({ option_id: z.string(), kind: z.string() })).catch([]),
      permission_resolution: z
        .looseObject({ result: z.string().catch("") })
        .optional()
        .catch(undefined),
    }),
    /** A living server holds it. */
    held: z.boolean(),
  }),
);

type Prompt = z.output<typeof promptRows>[number];

/**
 * Says why a prompt that is not live here cannot be decided, from what is recorded, and adds the attempt to it (contract
 * 6.10). Only the exact identity counts: a newer prompt under the same `pending_id` is left alone (PR5, PR22).
 */
export async function explainGone(app: App, decision: Decision): Promise<never> {
  const prompts = promptRows.parse([
    ...(await app.db.execute(sql`
      SELECT m.id, m.task_id, m.metadata, EXISTS (
        SELECT 1 FROM live_permissions l JOIN living_servers s ON s.id = l.server_id WHERE l.message_id = m.id) AS held
      FROM task_session_messages m
      WHERE m.pending_id = ${decision.pending_id} AND m.type = 'permission_request'
        AND m.task_session_id = ${decision.session_id} AND jsonb_typeof(m.metadata) = 'object'`)),
  ]);
  const prompt = prompts.find(({ metadata }) => metadata.request_id === decision.request_id);
  if (prompt === undefined)
    throw permissionError(prompts.some(({ held }) => held) ? "permission_stale" : "permission_not_found");
  const { code, message } = explain(prompt);
  const optionId = decision.decision === "cancel" ? "cancelled" : decision.decision.option_id;
  await recordAttempt(
    app.db,
    {
      messageId: prompt.id,
      sessionId: decision.session_id,
      taskId: decision.task_id,
      requestId: decision.request_id,
      pendingId: decision.pending_id,
      optionId,
      optionKind: prompt.metadata.options.find((option) => option.option_id === optionId)?.kind ?? "",
    },
    decision.decider,
    { id: newId(), code, result: code === "permission_stale" ? "stale" : "failed" },
  );
  throw permissionError(code, message);
}

function explain({ metadata, held }: Prompt): {
  readonly code: PermissionErrorCode;
  readonly message?: string;
} {
  const result = metadata.permission_resolution?.result;
  if (result === "dispatching" && held) return { code: "permission_resolution_in_progress" };
  if (result === "dispatching" || result === "indeterminate")
    return {
      code: "permission_already_resolved",
      message: "this request has been decided already, but whether the agent got the decision is not known",
    };
  if (result !== undefined) return { code: "permission_already_resolved" };
  return {
    code: ["approved", "rejected"].includes(metadata.status)
      ? "permission_already_resolved"
      : "permission_stale",
  };
}
