import { deleteProfile } from "@/lib/agents/delete-profile";
import { route } from "@/lib/http/route";

export const DELETE = route<{ id: string }>(async (ctx, _request, { id }) => {
  await deleteProfile(ctx, { profileId: id });
  return Response.json({ success: true });
});
