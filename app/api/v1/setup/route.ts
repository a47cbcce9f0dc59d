import { notFound } from "@/lib/errors";
import { setUpBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { publicRoute } from "@/lib/http/route";
import { setUp } from "@/lib/users/set-up";

/** The first account. Nobody can be signed in yet. */
export const POST = publicRoute(async (app, request) => {
  if (app.env.KANDEV_AUTH === "disabled") throw notFound("resource");
  const { claim_workspace_ids, ...input } = await readBody(request, setUpBody);
  return Response.json(await setUp(app, { ...input, claimWorkspaceIds: claim_workspace_ids }), {
    status: 201,
  });
});
