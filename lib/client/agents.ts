import { deleteJson, postJson } from "./http";

export interface NewProfile {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly auto_approve: boolean;
}

export const createProfile = (profile: NewProfile) =>
  postJson("/api/v1/agent-profiles", profile, ({ anything }) => anything);

export const removeProfile = (id: string) =>
  deleteJson(`/api/v1/agent-profiles/${encodeURIComponent(id)}`, ({ anything }) => anything);

/** Makes a session with an agent of this server in it. An empty prompt leaves it waiting for a message. */
export const launchAgent = (taskId: string, profileId: string, prompt: string) =>
  postJson(
    `/api/v1/tasks/${encodeURIComponent(taskId)}/sessions`,
    { agent_profile_id: profileId, prompt },
    ({ launched }) => launched,
  );

/** Stops the turn that the session's agent works on. `cancelled` is false when it worked on none. */
export const stopTurn = (sessionId: string) =>
  postJson(`/api/v1/sessions/${encodeURIComponent(sessionId)}/cancel`, {}, ({ stopped }) => stopped);

/** Takes back a message that the agent has not got yet. */
export const withdrawMessage = (sessionId: string, messageId: string) =>
  deleteJson(
    `/api/v1/sessions/${encodeURIComponent(sessionId)}/messages/${encodeURIComponent(messageId)}`,
    ({ anything }) => anything,
  );
