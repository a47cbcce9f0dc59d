import { z } from "zod";
import { collectUserMessages } from "@/lib/messages/collect-user-messages";
import { SESSION_SURFACES } from "@/lib/sessions/surface";
import { agentSession } from "../shapes";
import { defineTool } from "../tool";

export const getUserMessages = defineTool({
  name: "get_user_messages_kandev",
  title: "Get the user's messages",
  description:
    "Returns what the person wrote to you in the chat since you last looked, oldest first, each message once. Call it between steps of longer work.",
  group: "own_session",
  surfaces: SESSION_SURFACES,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({}),
  output: z.object({ messages: z.array(z.object({ content: z.string(), created_at: z.string() })) }),
  handler: (ctx) => collectUserMessages(ctx, { sessionId: agentSession(ctx.actor) }),
});
