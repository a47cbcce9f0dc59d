/** How an agent reaches its session. The token is a credential: it is kept in this tab's memory and nowhere else. */
export interface SessionSecret {
  readonly url: string;
  readonly token: string;
}

const secrets = new Map<string, SessionSecret>();
const listeners = new Set<() => void>();

export function keepSecret(sessionId: string, secret: SessionSecret): void {
  secrets.set(sessionId, secret);
  for (const listener of listeners) listener();
}

/** The secret of a session made in this tab since it was loaded, else null. */
export function findSecret(sessionId: string): SessionSecret | null {
  return secrets.get(sessionId) ?? null;
}

export function onSecretChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
