import { waitForRequest } from "@/lib/clarification/wait-for-request";
import { omitEmpty } from "@/lib/clarification/omit-empty";
import { notAllowed, route } from "@/lib/http/route";
import { whileAllowed } from "@/lib/http/while-allowed";

export { notAllowed as HEAD };

export const GET = route<{ id: string }>(async (ctx, request, { id }) =>
  Response.json(
    omitEmpty(
      await whileAllowed(ctx, request.signal, (signal) => waitForRequest(ctx, { pendingId: id, signal })),
    ),
  ),
);
