import { createAgentKey } from "@/lib/agent-keys/create-agent-key";
import { listAgentKeys } from "@/lib/agent-keys/list-agent-keys";
import { createAgentKeyBody } from "@/lib/http/bodies";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";

export const GET = route<{ id: string }>(async (ctx, _request, { id }) =>
  Response.json(await listAgentKeys(ctx, { workspaceId: id })),
);

export const POST = route<{ id: string }>(async (ctx, request, { id }) => {
  const { name } = await readBody(request, createAgentKeyBody);
  return Response.json(await createAgentKey(ctx, { workspaceId: id, name }), { status: 201 });
});
