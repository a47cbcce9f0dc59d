/** True for an Authorization header that carries an agent's token, however it is written: that opens /mcp/session only. */
export const carriesAgentToken = (authorization: string | null | undefined): boolean =>
  /\bkandev_(session|agent)_/.test(authorization ?? "");

export const AGENT_TOKEN_REFUSED = "an agent's token opens /mcp/session and nothing else";
