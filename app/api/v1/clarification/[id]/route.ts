import { getRequest } from "@/lib/clarification/get-request";
import { route } from "@/lib/http/route";

export const GET = route<{ id: string }>(async (ctx, _request, { id }) =>
  Response.json(await getRequest(ctx, { pendingId: id })),
);
