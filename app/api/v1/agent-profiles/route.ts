import { createProfile } from "@/lib/agents/create-profile";
import { listProfiles } from "@/lib/agents/list-profiles";
import { createProfileBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";

export const GET = route(async (ctx) => Response.json(await listProfiles(ctx)));

export const POST = route(async (ctx, request) => {
  const { auto_approve: autoApprove, ...profile } = await readBody(request, createProfileBody);
  return Response.json(await createProfile(ctx, { ...profile, autoApprove }), { status: 201 });
});
