import { addMessageBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { addUserMessage } from "@/lib/messages/add-user-message";
import { listMessages } from "@/lib/messages/list-messages";

export const GET = route<{ id: string }>(async (ctx, _request, { id }) =>
  Response.json(await listMessages(ctx, { sessionId: id })),
);

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const { content } = await readBody(request, addMessageBody);
  return Response.json(await addUserMessage(ctx, { sessionId: id, content }), { status: 201 });
});
