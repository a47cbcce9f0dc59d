import { z } from "zod";
import { listPendingPermissions } from "@/lib/permissions/list-pending-permissions";
import { permissionSchema } from "@/lib/permissions/list-live";
import { storableText } from "@/lib/text";
import { filledId } from "../shapes";
import { defineTool } from "../tool";

export const listPendingAgentPermissions = defineTool({
  name: "list_pending_agent_permissions_kandev",
  title: "List pending agent permissions",
  description:
    "Lists what the agents of a task want to do and wait to be allowed, oldest first: the action, with credentials taken out, and every option " +
    "that the agent offers. resolve_agent_permission_kandev takes the ids as they are.",
  group: "permissions",
  surfaces: ["external"],
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    task_id: filledId.describe("The task whose agents wait"),
    session_id: storableText.optional().describe("Only this session of the task"),
  }),
  output: z.object({ task_id: z.string(), permissions: z.array(permissionSchema), total: z.number() }),
  handler: (ctx, input) =>
    listPendingPermissions(ctx, { taskId: input.task_id, sessionId: input.session_id }),
});
