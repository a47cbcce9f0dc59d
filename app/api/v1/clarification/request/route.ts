import { ask } from "@/lib/clarification/ask";
import { joinContext } from "@/lib/clarification/normalize";
import { requestBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";

export const POST = route(async (ctx, request) => {
  const body = await readBody(request, requestBody);
  const asked = await ask(ctx, {
    sessionId: body.session_id,
    questions: body.questions,
    context: joinContext(body.context, body.context_paragraphs),
  });
  return Response.json({ pending_id: asked.pendingId });
});
