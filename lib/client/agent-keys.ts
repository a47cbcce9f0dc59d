import { deleteJson, postJson } from "./http";

const keysOf = (workspaceId: string) => `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/agent-keys`;

/** Makes an agent key; the value in the result is shown once. */
export const createAgentKey = (workspaceId: string, name: string) =>
  postJson(keysOf(workspaceId), { name }, ({ createdSecret }) => createdSecret);

export const revokeAgentKey = (workspaceId: string, id: string) =>
  deleteJson(`${keysOf(workspaceId)}/${encodeURIComponent(id)}`, ({ anything }) => anything);
