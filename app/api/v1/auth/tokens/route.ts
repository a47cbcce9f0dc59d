import { createToken } from "@/lib/auth/tokens/create-token";
import { listTokens } from "@/lib/auth/tokens/list-tokens";
import { createTokenBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";

export const GET = route(async (ctx) => Response.json(await listTokens(ctx)));

export const POST = route(async (ctx, request) => {
  const { name, expires_in_days } = await readBody(request, createTokenBody);
  return Response.json(await createToken(ctx, { name, expiresInDays: expires_in_days }), { status: 201 });
});
