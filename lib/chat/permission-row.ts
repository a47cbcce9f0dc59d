import { z } from "zod";
import type { ActionView, PermissionOptionView } from "@/lib/views";

const text = z.string().catch("");
const optionalText = z.string().optional().catch(undefined);

/** An action as it is kept in metadata, as far as it can be read. */
export const actionSchema = z
  .object({
    type: z.enum(["command", "file_write", "file_read", "network", "mcp_tool", "other"]).catch("other"),
    description: optionalText,
    command: optionalText,
    cwd: optionalText,
    path: optionalText,
    destination: optionalText,
    server: optionalText,
    tool: optionalText,
    redacted: z.boolean().catch(false),
  })
  .catch({ type: "other", redacted: false });

const optionSchema = z.object({ option_id: z.string(), name: text, kind: text });

const decisionSchema = z.object({
  actor_user_id: text,
  actor_kind: text,
  source: text,
  option_id: text,
  option_kind: text,
  selected_at: text,
  result: text,
});

/** Keeps what can be read of a list. */
const listOf = <T>(item: z.ZodType<T>) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((entries) =>
      entries.flatMap((entry) => {
        const parsed = item.safeParse(entry);
        return parsed.success ? [parsed.data] : [];
      }),
    );

/** The metadata of a `permission_request` (contract 3), as far as it can be read: other programs write such rows, too. */
export const permissionRow = z.object({
  request_id: text,
  pending_id: text,
  tool_call_id: text,
  status: text,
  options: listOf(optionSchema),
  action_details: actionSchema,
  permission_resolution: decisionSchema.optional().catch(undefined),
  permission_attempts: listOf(decisionSchema),
});

export type PermissionRow = z.output<typeof permissionRow>;
export type DecisionRow = z.output<typeof decisionSchema>;

/** An action without the keys it does not have. */
export const actionView = ({ type, redacted, ...texts }: z.output<typeof actionSchema>): ActionView => ({
  type,
  redacted,
  ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined && value !== "")),
});

/** The name of an option as the agent gave it; its id where it gave none. */
export function optionName(options: readonly PermissionOptionView[], optionId: string): string {
  const option = options.find(({ option_id }) => option_id === optionId);
  return option === undefined || option.name === "" ? optionId : option.name;
}
