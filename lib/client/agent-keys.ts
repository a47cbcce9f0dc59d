import * as z from "zod/mini";
import { deleteJson, postJson } from "./http";

const created = z.object({ id: z.string(), token: z.string() });
const keysOf = (workspaceId: string) => `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/agent-keys`;

/** Makes an agent key; the value in the result is shown once. */
export const createAgentKey = (workspaceId: string, name: string) =>
  postJson(keysOf(workspaceId), { name }, created);

export const revokeAgentKey = (workspaceId: string, id: string) =>
  deleteJson(`${keysOf(workspaceId)}/${encodeURIComponent(id)}`, z.unknown());
