import { route } from "@/lib/http/route";
import { withdrawMessage } from "@/lib/messages/withdraw-message";

export const DELETE = route<{ id: string; message_id: string }>(async (ctx, _request, { id, message_id }) =>
  Response.json(await withdrawMessage(ctx, { sessionId: id, messageId: message_id })),
);
