import { snoozeBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { snoozeItem } from "@/lib/inbox/snooze-item";

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const { minutes } = await readBody(request, snoozeBody);
  return Response.json(await snoozeItem(ctx, { itemId: id, minutes }));
});
