import { readOutcome } from "@/lib/clarification/outcome-input";
import { resolveBundle } from "@/lib/clarification/resolve-bundle";
import { respondBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const outcome = readOutcome(await readBody(request, respondBody));
  return Response.json({ success: true, ...(await resolveBundle(ctx, { pendingId: id, outcome })) });
});
