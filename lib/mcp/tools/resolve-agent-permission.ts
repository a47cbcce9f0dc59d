import { z } from "zod";
import { resolutionSchema } from "@/lib/permissions/resolve-live";
import { resolvePermission } from "@/lib/permissions/resolve-permission";
import { filledId } from "../shapes";
import { defineTool } from "../tool";

export const resolveAgentPermission = defineTool({
  name: "resolve_agent_permission_kandev",
  title: "Resolve an agent permission",
  description:
    "Chooses one of the options that list_pending_agent_permissions_kandev returned for a request, with the ids unchanged; to deny, choose an option " +
    "whose kind is reject_once or reject_always. Choose only what the person decided. A request that has changed meanwhile is refused, never another one answered.",
  group: "permissions",
  surfaces: ["external"],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    task_id: filledId,
    session_id: filledId,
    request_id: filledId,
    pending_id: filledId,
    option_id: filledId.describe("option_id of one of the request's options"),
  }),
  output: resolutionSchema,
  handler: (ctx, input) =>
    resolvePermission(ctx, {
      taskId: input.task_id,
      sessionId: input.session_id,
      requestId: input.request_id,
      pendingId: input.pending_id,
      decision: { option_id: input.option_id },
    }),
});
